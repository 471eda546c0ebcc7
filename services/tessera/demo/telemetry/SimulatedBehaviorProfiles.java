package tessera.demo.telemetry;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tessera.demo.command.SimulatedCommandCpuAndMemory;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.fixture.plan.SimulatedFleetScript;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedTableReader;

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
     * @param traits   nodes by what is peculiar about them
     * @param faulting nodes with a board on which programs fault again and again, and which board
     * @param habits   by namespace and the beginning of a pod's name
     */
    record ScriptedBehaviorProfiles(Map<SimulatedNodeTrait, Set<String>> traits, Map<String, Integer> faulting,
            Map<String, SimulatedGpuProgramKind> habits) {}

    static SimulatedBehaviorProfiles of(SeededRandom random) {
        return new SimulatedBehaviorProfiles(random, SimulatedFleetScript.nodeNames(), SimulatedTableReader
                .readTable(SimulatedBehaviorProfiles.class, "cast.json", new TypeReference<ScriptedBehaviorProfiles>() {
                }));
    }

    boolean hasTrait(String node, SimulatedNodeTrait trait) {
        return scripted.traits().getOrDefault(trait, Set.of()).contains(node)
                || drawChance(node, trait.name().toLowerCase(Locale.ROOT), trait.perMille());
    }

    boolean faultsRepeatedly(String node, int board) {
        return scripted.faulting().getOrDefault(node, -1) == board || (board == 0 && drawChance(node, "faulting", 20));
    }

    private boolean drawChance(String node, String subject, int perMille) {
        return !scriptedNodes.contains(node) && mint.numberBelow(subject + "/" + node, PER_MILLE) < perMille;
    }

    SimulatedGpuProgramKind habitOf(JsonNode pod, JsonNode container) {
        var name = SimulatedMetadata.namespaceOf(pod) + "/" + SimulatedMetadata.nameOf(pod);
        for (var told : scripted.habits().entrySet()) {
            if (name.startsWith(told.getKey() + "-")) {
                return told.getValue();
            }
        }
        var command = container.path("command").toString() + container.path("args");
        var role = pod.path("metadata").path("labels").path("app.kubernetes.io/component").asText("");
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
