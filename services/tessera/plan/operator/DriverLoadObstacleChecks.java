package tessera.plan.operator;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.model.NodeSummary;
import tessera.model.WordListJoiner;
import tessera.plan.context.GpuHostDriverErrorsAndModules;

/**
 * Checks of the hosts for obstacles to loading a driver. The logs of drivers that fail tell it, and node feature
 * discovery which modules are loaded; where neither does it is not known, and how to see it is said.
 */
record DriverLoadObstacleChecks(GpuHostDriverErrorsAndModules hosts, List<String> nodes) {

    private static final Pattern UNSIGNED = Pattern.compile("Required key not available|Lockdown:|Key was rejected");
    private static final Pattern NOUVEAU = Pattern.compile("nouveau|Failed to enable MSI-X", Pattern.CASE_INSENSITIVE);
    private static final String BLACKLIST = "Blacklist nouveau on the host, rebuild its initial RAM disk, and restart "
            + "the machine";

    /** @param gpus nodes with GPUs */
    static DriverLoadObstacleChecks of(GpuHostDriverErrorsAndModules hosts, List<NodeSummary> gpus) {
        return new DriverLoadObstacleChecks(hosts, gpus.stream().map(NodeSummary::name).sorted().toList());
    }

    /** @param precompiled whether drivers are to come signed */
    GpuStackPreflightCheckResult checkSecureBoot(boolean precompiled) {
        var title = "Secure Boot";
        if (precompiled) {
            return GpuStackPreflightCheckResult.pass(title, "precompiled drivers are signed");
        }
        var refused = nodesLogging(UNSIGNED);
        if (refused.isEmpty()) {
            return GpuStackPreflightCheckResult.unknown(title, "no API tells whether the machines boot with it",
                    "See with “" + debugCommand(nodes, "chroot /host mokutil --sb-state")
                            + "”. Where it is on, use precompiled "
                            + "signed drivers (driver.usePrecompiled=true) or install the driver on the host");
        }
        return GpuStackPreflightCheckResult.fail(title,
                WordListJoiner.firstWords(refused, GpuStackPreflightCheckResult.NAMED)
                        + " lets signed modules only be loaded, as the driver’s log says",
                "Use precompiled signed drivers (driver.usePrecompiled=true), install a signed driver on the "
                        + "host, or turn Secure Boot off there");
    }

    GpuStackPreflightCheckResult checkNouveau() {
        var title = "nouveau";
        var held = nodesLogging(NOUVEAU);
        if (!held.isEmpty()) {
            return GpuStackPreflightCheckResult.fail(title,
                    WordListJoiner.firstWords(held, GpuStackPreflightCheckResult.NAMED)
                            + " has loaded it, and it holds the GPUs, as the driver’s log says",
                    BLACKLIST);
        }
        var loaded = nodes.stream().filter(node -> hosts.modules().getOrDefault(node, Set.of())
                .contains("nouveau")).toList();
        if (!loaded.isEmpty()) {
            return GpuStackPreflightCheckResult.warn(title,
                    "loaded on " + WordListJoiner.firstWords(loaded, GpuStackPreflightCheckResult.NAMED)
                            + ", as node feature discovery reports",
                    "The driver can be loaded only where nothing uses nouveau. " + BLACKLIST);
        }
        return checkModuleUnloaded(title);
    }

    private GpuStackPreflightCheckResult checkModuleUnloaded(String title) {
        var untold = nodes.stream().filter(node -> !hosts.modules().containsKey(node)).toList();
        if (untold.isEmpty() && !nodes.isEmpty()) {
            return GpuStackPreflightCheckResult.pass(title,
                    "none of %d nodes with GPUs has loaded it, as node feature discovery reports"
                            .formatted(nodes.size()));
        }
        return GpuStackPreflightCheckResult.unknown(title, untold.isEmpty() ? "no nodes with GPUs are seen"
                : unreportedText(WordListJoiner.firstWords(untold, GpuStackPreflightCheckResult.NAMED)),
                "See with “" + debugCommand(untold, "grep nouveau /proc/modules") + "”. " + BLACKLIST
                        + ", where it is loaded");
    }

    /** Returns that nobody reports the kernel modules, or why that could not be read. */
    private String unreportedText(String names) {
        return hosts.problem()
                .map(problem -> "the kernel modules of " + names + " could not be looked at: " + problem.headline())
                .orElseGet(() -> "node feature discovery does not report the kernel modules of " + names);
    }

    private static String debugCommand(List<String> which, String command) {
        return "kubectl debug node/%s -it --image=busybox -- %s".formatted(which.isEmpty() ? "NODE" : which.getFirst(),
                command);
    }

    private List<String> nodesLogging(Pattern sign) {
        return hosts.drivers().entrySet().stream().filter(log -> sign.matcher(log.getValue()).find())
                .map(Map.Entry::getKey).sorted().toList();
    }
}
