package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.demo.command.CommandDemand;
import tessera.demo.command.CommandScript;
import tessera.demo.command.CommandScript.ScriptStep;

/**
 * What a container does once it runs, as far as its command and image tell.
 *
 * @param lasts how long until it ends by itself; empty for one that goes on
 * @param how   in which way it ends
 */
record ContainerBehaviour(Optional<Duration> lasts, ContainerEnding how) {

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
    private static final ContainerBehaviour GOES_ON = new ContainerBehaviour(Optional.empty(), ContainerEnding.all(0));
    private static final ContainerBehaviour KILLED = new ContainerBehaviour(Optional.of(FILLING),
            new ContainerEnding(137, "OOMKilled", ""));

    static ContainerBehaviour of(JsonNode pod, JsonNode container) {
        if (CommandDemand.of(container).exceeds(container)) {
            return KILLED;
        }
        var steps = CommandScript.of(container).steps();
        if (steps.stream().anyMatch(ContainerBehaviour::tells)) {
            return scripted(steps);
        }
        boolean again = pod.path("spec").path("restartPolicy").asText("Always").equals("Always");
        if (!again && steps.size() == 1 && steps.getFirst().program().equals("nvidia-smi")) {
            return ends(SHORT, 0);
        }
        return again ? GOES_ON : ends(usual(pod, container), 0);
    }

    /** What an init container does: its command alone tells, and what that does not tell is soon done. */
    static ContainerBehaviour initial(JsonNode container) {
        return CommandDemand.of(container).exceeds(container) ? KILLED : scripted(CommandScript.of(container).steps());
    }

    static ContainerBehaviour ends(Duration lasts, int exitCode) {
        return new ContainerBehaviour(Optional.of(lasts), ContainerEnding.all(exitCode));
    }

    /** Whether it says how long it lasts, or how it ends. */
    private static boolean tells(ScriptStep step) {
        return LOOPS.contains(step.program()) || step.stresses()
                || List.of("sleep", "exit", "false").contains(step.program());
    }

    private static ContainerBehaviour scripted(List<ScriptStep> steps) {
        var lasts = SHORT;
        int code = 0;
        for (var step : steps) {
            if (!reached(step, code)) {
                continue;
            }
            if (step.program().equals("exit")) {
                return ends(lasts, NUMBER.matcher(step.argument()).matches()
                        ? Integer.parseInt(step.argument()) & 0xff
                        : Math.max(0, code));
            }
            var time = time(step);
            if (time.compareTo(FOREVER) > 0) {
                return GOES_ON;
            }
            lasts = lasts.plus(time);
            code = step.program().equals("false") ? 1 : TESTS.contains(step.program()) ? UNKNOWN : 0;
        }
        return lasts.compareTo(FOREVER) > 0 ? GOES_ON : ends(lasts, Math.max(0, code));
    }

    private static boolean reached(ScriptStep step, int code) {
        return switch (step.joint()) {
            case "&&" -> code == 0;
            case "||" -> code > 0;
            default -> true;
        };
    }

    /** How long a simple command takes, as far as it tells; loops never end. */
    private static Duration time(ScriptStep step) {
        if (LOOPS.contains(step.program())) {
            return FOREVER.plusSeconds(1);
        }
        if (step.stresses()) {
            var told = step.option("--timeout", "-t");
            return told.isEmpty() ? FOREVER.plusSeconds(1) : time(told);
        }
        return step.program().equals("sleep") ? time(step.argument()) : Duration.ZERO;
    }

    private static Duration time(String told) {
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

    /** How long a pod of a Job takes that does not say; it differs from pod to pod. */
    private static Duration usual(JsonNode pod, JsonNode container) {
        if (container.path("image").asText().toLowerCase(Locale.ROOT).contains("cuda-sample")) {
            return Duration.ofSeconds(6);
        }
        int dice = Math.floorMod(pod.path("metadata").path("uid").asText().hashCode(), 100);
        return switch (pod.path("metadata").path("labels").path("app.kubernetes.io/component").asText()) {
            case "training" -> Duration.ofSeconds(600 + 30L * dice);
            case "batch" -> Duration.ofSeconds(90 + 5L * dice);
            default -> Duration.ofSeconds(30 + dice / 2);
        };
    }

    /** Whether nobody has such an image. */
    static boolean imageMissing(String image) {
        var tag = image.substring(image.lastIndexOf(':') + 1).toLowerCase(Locale.ROOT);
        return tag.endsWith("-rc1") || image.contains("does-not-exist") || image.contains("nonexistent")
                || tag.equals("missing");
    }
}
