package tessera.demo.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.demo.admission.ExactQuantity;
import tessera.demo.command.CommandScript.ScriptStep;

/**
 * What a container's command wants of processors and memory, whatever it may have.
 *
 * @param cores infinite for all there are; 0 where the command does not tell
 * @param bytes infinite for all there are; 0 where the command does not tell
 * @param alone whether it does nothing but use these, and lets its devices be
 */
public record CommandDemand(double cores, double bytes, boolean alone) {

    private static final CommandDemand UNTOLD = new CommandDemand(0, 0, false);
    private static final Set<String> IDLE = Set.of("sleep", "echo", "wait", "true", ":", "set", "exit", "date",
            "printf");
    private static final String[] LOADERS = {"--num-workers", "--num_workers", "--dataloader-num-workers",
        "--dataloader_num_workers"};
    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})([bkmgt]?)");
    private static final double USUAL_SIZE = 256 << 20;
    /** What a program needs beside what it is told to take. */
    private static final double OWN = 24 << 20;
    /** Above that part of its limit a program finds hardly any of what it read a moment ago in memory. */
    private static final double TIGHT = 0.9;
    /** So much of its work a program does that reads the same again and again. */
    private static final double REREADING = 0.2;

    /** What one container of a pod wants. */
    public static CommandDemand of(JsonNode container) {
        double cores = 0;
        double bytes = 0;
        boolean stresses = false;
        boolean works = false;
        for (var step : CommandScript.of(container).steps()) {
            boolean stress = step.stresses();
            cores += stress ? stressed(step) : number(step.option(LOADERS));
            bytes += stress ? number(step.option("--vm", "-m")) * size(step.option("--vm-bytes"))
                    : step.program().equals("tail") && step.words().contains("/dev/zero") ? Double.POSITIVE_INFINITY
                            : 0;
            stresses |= stress;
            works |= !stress && !IDLE.contains(step.program());
        }
        return cores > 0 || bytes > 0 || stresses
                ? new CommandDemand(cores, bytes > 0 ? bytes + OWN : 0, stresses && !works)
                : UNTOLD;
    }

    /** None or fewer stands for all processors. */
    private static double stressed(ScriptStep step) {
        var told = step.option("--cpu", "-c");
        double cores = number(told);
        return !told.isEmpty() && cores <= 0 ? Double.POSITIVE_INFINITY : cores;
    }

    private static double number(String digits) {
        return digits.matches("-?\\d{1,6}") ? Integer.parseInt(digits) : 0;
    }

    private static double size(String told) {
        var size = SIZE.matcher(told.toLowerCase(Locale.ROOT));
        return !size.matches() ? USUAL_SIZE : Long.parseLong(size.group(1)) * switch (size.group(2)) {
            case "k" -> 0x1p10;
            case "m" -> 0x1p20;
            case "g" -> 0x1p30;
            case "t" -> 0x1p40;
            default -> 1;
        };
    }

    /** Whether a container may not have the memory that its command takes, so that its kernel kills it. */
    public boolean exceeds(JsonNode container) {
        double most = limit(container, "memory");
        return most > 0 && bytes > most;
    }

    /** How much of the work of its devices gets done, 0 to 1, as the container has not what it wants. */
    public double fed(JsonNode container) {
        double processors = limit(container, "cpu");
        double memory = limit(container, "memory");
        return (processors > 0 && cores > processors ? processors / cores : 1)
                * (memory > 0 && bytes > TIGHT * memory ? REREADING : 1);
    }

    /** What a container may have at most; 0 where nobody says. */
    public static double limit(JsonNode container, String resource) {
        return ExactQuantity.of(container.path("resources").path("limits").path(resource)).value().doubleValue();
    }
}
