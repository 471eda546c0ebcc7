package tessera.demo.telemetry;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import tessera.demo.command.SimulatedCommandCpuAndMemory;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.fixture.plan.SimulatedFleetScript;
import tessera.demo.object.SimulatedTableReader;
import tessera.demo.store.SimulatedStoreJsonCodec;

/**
 * The workload profiles of nodes and pods: scripted ones, and random ones for all others.
 *
 * @param scriptedNodes the nodes of the story
 * @param scripted what is written down
 */
record SimulatedBehaviorProfiles(SeededRandom mint, Set<String> scriptedNodes, ScriptedBehaviorProfiles scripted) {

    private static final int PER_MILLE = 1000;

    /**
     * The scripted part of the profiles.
     *
     * @param silent   nodes whose exporter refuses connections
     * @param slow     nodes whose exporter takes its time
     * @param hot      nodes whose cooling is weak
     * @param thorough nodes whose exporter was given a longer list of what to export
     * @param faulting nodes with a board on which programs fault again and again, and which board
     * @param habits   by namespace and the beginning of a pod's name
     */
    record ScriptedBehaviorProfiles(Set<String> silent, Set<String> slow, Set<String> hot, Set<String> thorough,
            Map<String, Integer> faulting, Map<String, SimulatedGpuProgramKind> habits) {}

    static SimulatedBehaviorProfiles of(SeededRandom random) {
        return new SimulatedBehaviorProfiles(random, SimulatedFleetScript.nodeNames(),
                SimulatedTableReader.readTable(SimulatedBehaviorProfiles.class, "cast.json",
                        new TypeReference<ScriptedBehaviorProfiles>() {
                        }));
    }

    /** Returns whether the exporter's port does not answer although the exporter runs. */
    boolean isUnreachable(String node) {
        return scripted.silent().contains(node) || drawChance(node, "silent", 7);
    }

    /** Returns whether the exporter of a node responds slowly. */
    boolean isSlow(String node) {
        return scripted.slow().contains(node) || drawChance(node, "slow", 7);
    }

    /** Returns whether the exporter of a node was given a longer list of fields to export. */
    boolean exportsExtraFields(String node) {
        return scripted.thorough().contains(node) || drawChance(node, "thorough", 250);
    }

    boolean runsHot(String node) {
        return scripted.hot().contains(node) || drawChance(node, "hot", 15);
    }

    /** Returns whether programs fault on a board again and again. */
    boolean faultsRepeatedly(String node, int board) {
        return scripted.faulting().getOrDefault(node, -1) == board
                || (board == 0 && drawChance(node, "faulting", 20));
    }

    private boolean drawChance(String node, String subject, int perMille) {
        return !scriptedNodes.contains(node) && mint.numberBelow(subject + "/" + node, PER_MILLE) < perMille;
    }

    SimulatedGpuProgramKind habitOf(JsonNode pod, JsonNode container) {
        var name = SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace") + "/"
                + SimulatedStoreJsonCodec.textAt(pod, "metadata", "name");
        for (var told : scripted.habits().entrySet()) {
            if (name.startsWith(told.getKey() + "-")) {
                return told.getValue();
            }
        }
        var command = container.path("command").toString() + container.path("args");
        var role = SimulatedStoreJsonCodec.textAt(pod, "metadata", "labels", "app.kubernetes.io/component");
        if (command.contains("\"sleep\"") || SimulatedCommandCpuAndMemory.of(container).stressOnly()) {
            return SimulatedGpuProgramKind.SLEEPING;
        }
        if (role.equals("notebook") && mint.numberBelow("hoards/" + name, PER_MILLE) < 200) {
            return SimulatedGpuProgramKind.HOARDING;
        }
        return switch (role) {
            case "training" -> SimulatedGpuProgramKind.TRAINING;
            case "inference" ->
                command.contains("vllm") ? SimulatedGpuProgramKind.PREALLOCATING : SimulatedGpuProgramKind.SERVING;
            case "notebook" -> SimulatedGpuProgramKind.NOTEBOOK;
            default -> SimulatedGpuProgramKind.BATCH;
        };
    }
}
