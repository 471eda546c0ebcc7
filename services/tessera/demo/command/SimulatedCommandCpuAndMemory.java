package tessera.demo.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.demo.command.ShellScriptSplitter.SimpleShellCommand;
import tessera.kube.quantity.FormatPreservingQuantity;

/**
 * CPU and memory that a container's command uses if nothing limits it.
 *
 * @param cores infinite for all there are; 0 where the command does not tell
 * @param bytes infinite for all there are; 0 where the command does not tell
 * @param stressOnly whether it does nothing but use these, and lets its devices be
 */
public record SimulatedCommandCpuAndMemory(double cores, double bytes, boolean stressOnly) {

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

    /** Returns the demand of one container of a pod. */
    public static SimulatedCommandCpuAndMemory of(JsonNode container) {
        double cores = 0;
        double bytes = 0;
        boolean stresses = false;
        boolean works = false;
        for (var step : SimulatedContainerCommandList.of(container).steps()) {
            boolean stress = step.isStressTool();
            cores += stress ? stressedCores(step) : parseNumber(step.optionValue(LOADERS));
            if (stress) {
                bytes += parseNumber(step.optionValue("--vm", "-m")) * parseSize(step.optionValue("--vm-bytes"));
            } else if (step.programName().equals("tail") && step.arguments().contains("/dev/zero")) {
                bytes = Double.POSITIVE_INFINITY;
            }
            stresses |= stress;
            works |= !stress && !IDLE.contains(step.programName());
        }
        return new SimulatedCommandCpuAndMemory(cores, bytes > 0 ? bytes + OWN : 0, stresses && !works);
    }

    /** Returns the number of cores; infinite if none or fewer are given. */
    private static double stressedCores(SimpleShellCommand step) {
        var told = step.optionValue("--cpu", "-c");
        double cores = parseNumber(told);
        return !told.isEmpty() && cores <= 0 ? Double.POSITIVE_INFINITY : cores;
    }

    private static double parseNumber(String digits) {
        return digits.matches("-?\\d{1,6}") ? Integer.parseInt(digits) : 0;
    }

    private static double parseSize(String told) {
        var size = SIZE.matcher(told.toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            return USUAL_SIZE;
        }
        return Long.parseLong(size.group(1)) * switch (size.group(2)) {
            case "k" -> 0x1p10;
            case "m" -> 0x1p20;
            case "g" -> 0x1p30;
            case "t" -> 0x1p40;
            default -> 1;
        };
    }

    /** Returns whether the command needs more memory than the container's limit, so that it is OOM-killed. */
    public boolean exceedsMemoryLimit(JsonNode container) {
        double maximum = limitOf(container, "memory");
        return maximum > 0 && bytes > maximum;
    }

    /** Returns the fraction of GPU work done within the container's limits, from 0 to 1. */
    public double workFraction(JsonNode container) {
        double processors = limitOf(container, "cpu");
        double memory = limitOf(container, "memory");
        return (processors > 0 && cores > processors ? processors / cores : 1)
                * (memory > 0 && bytes > TIGHT * memory ? REREADING : 1);
    }

    /** Returns the container's limit of a resource; 0 if none is set. */
    public static double limitOf(JsonNode container, String resource) {
        return FormatPreservingQuantity.of(container.path("resources").path("limits").path(resource)).value()
                .doubleValue();
    }
}
