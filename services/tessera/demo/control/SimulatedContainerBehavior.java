package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.demo.command.ShellScriptSplitter.SimpleShellCommand;
import tessera.demo.command.SimulatedCommandCpuAndMemory;
import tessera.demo.command.SimulatedContainerCommandList;
import tessera.demo.object.SimulatedMetadata;

/**
 * The behaviour of a running container, as far as its command and image determine it.
 *
 * @param duration how long until it ends by itself; empty for one that goes on
 * @param exit   in which way it ends
 */
record SimulatedContainerBehavior(Optional<Duration> duration, SimulatedContainerExit exit) {

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(\\.\\d+)?([smhd]?)");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,3}");
    private static final Set<String> LOOPS = Set.of("while", "until");
    /** What is not known to hold or not. */
    private static final Set<String> TESTS = Set.of("[", "[[", "test");
    private static final int UNKNOWN = -1;
    private static final Duration FOREVER = Duration.ofDays(1);
    private static final Duration SHORT = Duration.ofSeconds(2);
    /** So long it takes to fill the memory that one may have. */
    private static final Duration FILLING = Duration.ofSeconds(8);
    private static final SimulatedContainerBehavior GOES_ON = new SimulatedContainerBehavior(Optional.empty(),
            SimulatedContainerExit.forAllContainers(0));
    private static final SimulatedContainerBehavior KILLED = new SimulatedContainerBehavior(Optional.of(FILLING),
            new SimulatedContainerExit(137, "OOMKilled", ""));

    static SimulatedContainerBehavior of(JsonNode pod, JsonNode container) {
        if (SimulatedCommandCpuAndMemory.of(container).exceedsMemoryLimit(container)) {
            return KILLED;
        }
        var steps = SimulatedContainerCommandList.of(container).steps();
        if (steps.stream().anyMatch(SimulatedContainerBehavior::determinesBehaviour)) {
            return ofScript(steps);
        }
        boolean again = pod.path("spec").path("restartPolicy").asText("Always").equals("Always");
        if (!again && steps.size() == 1 && steps.getFirst().programName().equals("nvidia-smi")) {
            return endingAfter(SHORT, 0);
        }
        return again ? GOES_ON : endingAfter(usualDuration(pod, container), 0);
    }

    /** Returns the behaviour of an init container: its command decides; other commands end soon. */
    static SimulatedContainerBehavior ofInitContainer(JsonNode container) {
        if (SimulatedCommandCpuAndMemory.of(container).exceedsMemoryLimit(container)) {
            return KILLED;
        }
        return ofScript(SimulatedContainerCommandList.of(container).steps());
    }

    static SimulatedContainerBehavior endingAfter(Duration lasts, int exitCode) {
        return new SimulatedContainerBehavior(Optional.of(lasts), SimulatedContainerExit.forAllContainers(exitCode));
    }

    private static boolean determinesBehaviour(SimpleShellCommand step) {
        return LOOPS.contains(step.programName()) || step.isStressTool()
                || List.of("sleep", "exit", "false").contains(step.programName());
    }

    private static SimulatedContainerBehavior ofScript(List<SimpleShellCommand> steps) {
        var lasts = SHORT;
        int code = 0;
        for (var step : steps) {
            if (!isReached(step, code)) {
                continue;
            }
            if (step.programName().equals("exit")) {
                return endingAfter(lasts,
                        NUMBER.matcher(step.argumentText()).matches() ? Integer.parseInt(step.argumentText()) & 0xff
                                : Math.max(0, code));
            }
            var time = durationOf(step);
            if (time.compareTo(FOREVER) > 0) {
                return GOES_ON;
            }
            lasts = lasts.plus(time);
            if (step.programName().equals("false")) {
                code = 1;
            } else if (TESTS.contains(step.programName())) {
                code = UNKNOWN;
            } else {
                code = 0;
            }
        }
        return lasts.compareTo(FOREVER) > 0 ? GOES_ON : endingAfter(lasts, Math.max(0, code));
    }

    private static boolean isReached(SimpleShellCommand step, int code) {
        return switch (step.operator()) {
            case "&&" -> code == 0;
            case "||" -> code > 0;
            default -> true;
        };
    }

    /** Returns the duration of a simple command, as far as it is known; loops never end. */
    private static Duration durationOf(SimpleShellCommand step) {
        if (LOOPS.contains(step.programName())) {
            return FOREVER.plusSeconds(1);
        }
        if (step.isStressTool()) {
            var told = step.optionValue("--timeout", "-t");
            if (told.isEmpty()) {
                return FOREVER.plusSeconds(1);
            }
            return parseDuration(told);
        }
        return step.programName().equals("sleep") ? parseDuration(step.argumentText()) : Duration.ZERO;
    }

    private static Duration parseDuration(String told) {
        var time = TIME.matcher(told);
        if (!time.matches()) {
            return told.equals("infinity") ? FOREVER.plusSeconds(1) : Duration.ZERO;
        }
        long number = Long.parseLong(time.group(1));
        return switch (time.group(3)) {
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> Duration.ofSeconds(number);
        };
    }

    /** Returns the duration of a Job's pod whose command does not set one; it differs from pod to pod. */
    private static Duration usualDuration(JsonNode pod, JsonNode container) {
        if (container.path("image").asText().toLowerCase(Locale.ROOT).contains("cuda-sample")) {
            return Duration.ofSeconds(6);
        }
        int dice = Math.floorMod(SimulatedMetadata.uidOf(pod).hashCode(), 100);
        return switch (pod.path("metadata").path("labels").path("app.kubernetes.io/component").asText()) {
            case "training" -> Duration.ofSeconds(600 + 30L * dice);
            case "batch" -> Duration.ofSeconds(90 + 5L * dice);
            default -> Duration.ofSeconds(30 + dice / 2);
        };
    }

    static boolean isMissingImage(String image) {
        var tag = image.substring(image.lastIndexOf(':') + 1).toLowerCase(Locale.ROOT);
        return tag.endsWith("-rc1") || image.contains("does-not-exist") || image.contains("nonexistent")
                || tag.equals("missing");
    }
}
