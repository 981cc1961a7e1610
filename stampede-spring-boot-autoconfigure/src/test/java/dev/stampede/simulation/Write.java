package dev.stampede.simulation;

import java.util.List;

import dev.stampede.key.EntryKey;

/**
 * An eviction, a put or a clearing in a simulation.
 *
 * @param what its name
 * @param keys the keys that it is about
 * @param began the moment at which it began
 */
record Write(String what, List<EntryKey> keys, long began) {

}
