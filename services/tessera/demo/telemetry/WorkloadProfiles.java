package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import tessera.demo.command.CommandDemand;
import tessera.demo.fixture.plan.FleetStory;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.store.StoreJson;

/**
 * Who plays which part: what is written down for the nodes and pods of the story, and chance for all others.
 *
 * @param told the nodes of the story
 * @param part what is written down
 */
record WorkloadProfiles(SeededRandom mint, Set<String> told, ProfileEntry part) {

    private static final int PER_MILLE = 1000;

    /**
     * What is written down.
     *
     * @param silent   nodes whose exporter refuses connections
     * @param slow     nodes whose exporter takes its time
     * @param hot      nodes whose cooling is weak
     * @param thorough nodes whose exporter was given a longer list of what to export
     * @param faulting nodes with a board on which programs fault again and again, and which board
     * @param habits   by namespace and the beginning of a pod's name
     */
    record ProfileEntry(Set<String> silent, Set<String> slow, Set<String> hot, Set<String> thorough,
            Map<String, Integer> faulting, Map<String, ProgramHabit> habits) {}

    static WorkloadProfiles of(SeededRandom mint) {
        try (InputStream stream = WorkloadProfiles.class.getResourceAsStream("cast.json")) {
            return new WorkloadProfiles(mint, FleetStory.names(),
                    new ObjectMapper().readValue(stream, ProfileEntry.class));
        } catch (IOException broken) {
            throw new UncheckedIOException("cast.json", broken);
        }
    }

    /** Whether nobody listens at the exporter's port although the exporter runs. */
    boolean silent(String node) {
        return part.silent().contains(node) || byChance(node, "silent", 7);
    }

    /** Whether the exporter of a node takes its time. */
    boolean slow(String node) {
        return part.slow().contains(node) || byChance(node, "slow", 7);
    }

    /** Whether the exporter of a node was given a longer list of what to export. */
    boolean thorough(String node) {
        return part.thorough().contains(node) || byChance(node, "thorough", 250);
    }

    boolean hot(String node) {
        return part.hot().contains(node) || byChance(node, "hot", 15);
    }

    /** Whether programs fault on a board again and again. */
    boolean faulting(String node, int board) {
        return part.faulting().getOrDefault(node, -1) == board
                || (board == 0 && byChance(node, "faulting", 20));
    }

    private boolean byChance(String node, String what, int perMille) {
        return !told.contains(node) && mint.number(what + "/" + node, PER_MILLE) < perMille;
    }

    ProgramHabit habit(JsonNode pod, JsonNode container) {
        var name = StoreJson.text(pod, "metadata", "namespace") + "/" + StoreJson.text(pod, "metadata", "name");
        for (var told : part.habits().entrySet()) {
            if (name.startsWith(told.getKey() + "-")) {
                return told.getValue();
            }
        }
        var command = container.path("command").toString() + container.path("args");
        var role = StoreJson.text(pod, "metadata", "labels", "app.kubernetes.io/component");
        if (command.contains("\"sleep\"") || CommandDemand.of(container).alone()) {
            return ProgramHabit.SLEEPING;
        }
        if (role.equals("notebook") && mint.number("hoards/" + name, PER_MILLE) < 200) {
            return ProgramHabit.HOARDING;
        }
        return switch (role) {
            case "training" -> ProgramHabit.TRAINING;
            case "inference" -> command.contains("vllm") ? ProgramHabit.PREALLOCATING : ProgramHabit.SERVING;
            case "notebook" -> ProgramHabit.NOTEBOOK;
            default -> ProgramHabit.BATCH;
        };
    }
}
