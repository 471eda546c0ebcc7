package tessera.demo.control.activity;

import com.fasterxml.jackson.core.type.TypeReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tessera.demo.object.SimulatedTableReader;

/**
 * A recurring action of the cluster's users.
 *
 * @param kind     {@code jobs.batch} are submitted and end by themselves, {@code statefulsets.apps} are made and deleted
 *                 again, {@code deployments.apps} get more replicas for a while
 * @param like     the workload of the story whose pods it copies; a Deployment is that workload itself
 * @param names    what it may be called
 * @param wants    devices for each pod, in place of those of the example
 * @param select   node selector, in place of that of the example
 * @param fewest   how many pods at least
 * @param most     how many pods at most
 * @param together how many of its pods run at a time
 * @param atOnce   how many such workloads there are at a time
 * @param weight   how often it is chosen
 * @param stays    how long it is usually there, in seconds; 0 for what ends by itself
 */
record SimulatedRecurringUserAction(String kind, String namespace, String like, List<String> names,
        Map<String, Integer> wants,
        Map<String, String> select, int fewest, int most, int together, int atOnce, int weight, int stays) {

    static List<SimulatedRecurringUserAction> readAll() {
        return SimulatedTableReader.readTable(SimulatedRecurringUserAction.class, "deeds.json",
                new TypeReference<>() {
                });
    }

    /** Returns the time that the workload stays: half to one and a half times the usual duration. */
    Duration stayDuration(int perMille) {
        return Duration.ofSeconds(stays).multipliedBy(500 + perMille).dividedBy(1000);
    }
}
