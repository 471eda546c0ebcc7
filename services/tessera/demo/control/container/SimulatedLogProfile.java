package tessera.demo.control.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import tessera.demo.fixture.plan.SimulatedMachineFault;

/**
 * The log output of a kind of container: opening, recurring and closing lines.
 *
 * @param names   parts of image or container names by which it is known
 * @param trouble of the node that it speaks of; empty for one that speaks wherever it is
 * @param opening what it says when it starts
 * @param every   seconds between the lines it writes while it runs; 0 for none
 * @param lines   those lines, one after the other and again from the first
 * @param closing what it says when it ends well
 * @param failing what it says when it ends badly
 */
record SimulatedLogProfile(List<String> names, String trouble, List<String> opening, double every, List<String> lines,
        List<String> closing, List<String> failing) {

    private static final List<SimulatedLogProfile> ALL = readProfiles();

    SimulatedLogProfile {
        names = names == null ? List.of() : List.copyOf(names);
        trouble = Objects.requireNonNullElse(trouble, "");
        opening = opening == null ? List.of() : List.copyOf(opening);
        lines = lines == null ? List.of() : List.copyOf(lines);
        closing = closing == null ? List.of() : List.copyOf(closing);
        failing = failing == null ? List.of() : List.copyOf(failing);
    }

    /** Returns the profile of a container on a node; the last profile is the default. */
    static SimulatedLogProfile of(JsonNode container, JsonNode node) {
        var troubles = SimulatedMachineFault.faultsOf(node).stream().map(SimulatedMachineFault::label).toList();
        var known = container.path("image").asText() + " " + container.path("name").asText() + " "
                + container.path("command") + container.path("args");
        return ALL.stream().filter(voice -> voice.names.stream().anyMatch(known::contains))
                .filter(voice -> voice.trouble.isEmpty() || troubles.contains(voice.trouble)).findFirst()
                .orElse(ALL.getLast());
    }

    /** Returns the profile of a container that prints these lines and ends. */
    static SimulatedLogProfile forLines(List<String> texts) {
        return new SimulatedLogProfile(List.of(), "", texts, 0, List.of(), List.of(), List.of());
    }

    private static List<SimulatedLogProfile> readProfiles() {
        try (InputStream stream = SimulatedLogProfile.class.getResourceAsStream("voices.json")) {
            return List.of(new ObjectMapper().readValue(stream, SimulatedLogProfile[].class));
        } catch (IOException broken) {
            throw new UncheckedIOException("voices.json", broken);
        }
    }
}
