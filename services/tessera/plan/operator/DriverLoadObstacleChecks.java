package tessera.plan.operator;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.model.NodeSummary;
import tessera.model.Problem;
import tessera.plan.context.GpuHostDriverErrorsAndModules;

import static tessera.plan.operator.GpuStackPreflightCheckResult.fail;
import static tessera.plan.operator.GpuStackPreflightCheckResult.pass;
import static tessera.plan.operator.GpuStackPreflightCheckResult.unknown;
import static tessera.plan.operator.GpuStackPreflightCheckResult.warn;

/**
 * Checks of the hosts for obstacles to loading a driver. The logs of drivers that fail tell it, and node feature
 * discovery which modules are loaded; where neither does it is not known, and how to see it is said.
 */
record DriverLoadObstacleChecks(GpuHostDriverErrorsAndModules hosts, List<String> nodes) {

    private static final Pattern UNSIGNED = Pattern.compile("Required key not available|Lockdown:|Key was rejected");
    private static final Pattern NOUVEAU = Pattern.compile("nouveau|Failed to enable MSI-X", Pattern.CASE_INSENSITIVE);

    /** @param gpus nodes with GPUs */
    static DriverLoadObstacleChecks of(GpuHostDriverErrorsAndModules hosts, List<NodeSummary> gpus) {
        return new DriverLoadObstacleChecks(hosts, gpus.stream().map(NodeSummary::name).sorted().toList());
    }

    /** @param precompiled whether drivers are to come signed */
    GpuStackPreflightCheckResult checkSecureBoot(boolean precompiled) {
        var check = GpuStackPreflightCheck.SECURE_BOOT;
        if (precompiled) {
            return pass(check, new PreflightReason.PrecompiledDriversSigned());
        }
        var refused = nodesLogging(UNSIGNED);
        return refused.isEmpty()
                ? unknown(check,
                        new PreflightReason.SecureBootUnknown(debugCommand(nodes, "chroot /host mokutil --sb-state")))
                : fail(check, new PreflightReason.UnsignedModulesRejected(refused));
    }

    GpuStackPreflightCheckResult checkNouveau() {
        var check = GpuStackPreflightCheck.NOUVEAU;
        var blocked = nodesLogging(NOUVEAU);
        if (!blocked.isEmpty()) {
            return fail(check, new PreflightReason.NouveauHoldsGpus(blocked));
        }
        var loaded = nodes.stream().filter(node -> hosts.modules().getOrDefault(node, Set.of()).contains("nouveau"))
                .toList();
        if (!loaded.isEmpty()) {
            return warn(check, new PreflightReason.NouveauLoadedModule(loaded));
        }
        var unreported = nodes.stream().filter(node -> !hosts.modules().containsKey(node)).toList();
        return unreported.isEmpty() && !nodes.isEmpty() ? pass(check, new PreflightReason.NouveauAbsent(nodes.size()))
                : unknown(check,
                        new PreflightReason.KernelModulesUnknown(unreported, hosts.problem().map(Problem::headline),
                                debugCommand(unreported, "grep nouveau /proc/modules")));
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
