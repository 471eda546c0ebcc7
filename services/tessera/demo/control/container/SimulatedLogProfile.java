package tessera.demo.control.container;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tessera.demo.fixture.plan.SimulatedMachineFault;
import tessera.demo.object.SimulatedTableReader;

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

    private static final List<SimulatedLogProfile> ALL = SimulatedTableReader.readTable(SimulatedLogProfile.class,
            "voices.json", new TypeReference<>() {
            });
    private static final int LONGEST = 100;
    /** Some programs never end. */
    private static final int MOST = 64 << 10;

    /** Returns the profile of a container: the output of its command, or else the usual lines of its kind. */
    static SimulatedLogProfile of(SimulatedContainerContext context) {
        var printed = new ByteArrayOutputStream();
        if (!context.commandLine().isEmpty() && runsHere(context, printed)) {
            var lines = printed.toString(StandardCharsets.UTF_8).lines().limit(LONGEST).toList();
            // A shell's own complaint is about what only a real one can do.
            if (lines.stream().noneMatch(line -> line.startsWith("sh: ") || line.startsWith("bash: "))) {
                return new SimulatedLogProfile(List.of(), "", lines, 0, List.of(), List.of(), List.of());
            }
        }
        return ofKind(context.container(), context.node());
    }

    /** Returns whether the programs of the container's command exist here. */
    private static boolean runsHere(SimulatedContainerContext context, ByteArrayOutputStream printed) {
        var console = new SimulatedCommandConsole(printed::writeBytes, false, false, Double.POSITIVE_INFINITY,
                () -> printed.size() < MOST);
        var programs = new SimulatedContainerPrograms(context, new SimulatedContainerFiles(context), console);
        try {
            return programs.run(context.commandLine()).isPresent();
        } catch (SimulatedCommandConsole.ProgramStopException endless) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns the profile of a kind of container on a node; the last profile is the default. */
    private static SimulatedLogProfile ofKind(JsonNode container, JsonNode node) {
        var troubles = SimulatedMachineFault.faultsOf(node).stream().map(SimulatedMachineFault::label).toList();
        var known = container.path("image").asText() + " " + container.path("name").asText() + " "
                + container.path("command") + container.path("args");
        return ALL.stream().filter(profile -> profile.names.stream().anyMatch(known::contains))
                .filter(profile -> profile.trouble.isEmpty() || troubles.contains(profile.trouble)).findFirst()
                .orElse(ALL.getLast());
    }
}
