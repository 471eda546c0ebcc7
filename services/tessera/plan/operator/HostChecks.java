package tessera.plan.operator;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.model.NodeFacts;
import tessera.plan.survey.Machines;

/**
 * What of the machines themselves keeps a driver from being loaded. The logs of drivers that fail tell it, and node feature
 * discovery which modules are loaded; where neither does it is not known, and how to see it is said.
 */
record HostChecks(Machines machines, List<String> nodes) {

    private static final Pattern UNSIGNED = Pattern.compile("Required key not available|Lockdown:|Key was rejected");
    private static final Pattern NOUVEAU = Pattern.compile("nouveau|Failed to enable MSI-X", Pattern.CASE_INSENSITIVE);
    private static final String BLACKLIST = "lacklist nouveau on the host, rebuild its initial RAM disk, and restart "
            + "the machine";

    /** @param gpus nodes with GPUs */
    static HostChecks of(Machines machines, List<NodeFacts> gpus) {
        return new HostChecks(machines, gpus.stream().map(NodeFacts::name).sorted().toList());
    }

    /** @param precompiled whether drivers are to come signed */
    Check secureBoot(boolean precompiled) {
        var title = "Secure Boot";
        if (precompiled) {
            return Check.pass(title, "precompiled drivers are signed");
        }
        var refused = complaining(UNSIGNED);
        return refused.isEmpty()
                ? Check.unknown(title, "no API tells whether the machines boot with it",
                        "See with “" + look("chroot /host mokutil --sb-state") + "”. Where it is on, use precompiled "
                                + "signed drivers (driver.usePrecompiled=true) or install the driver on the host")
                : Check.fail(title, some(refused) + " lets signed modules only be loaded, as the driver’s log says",
                        "Use precompiled signed drivers (driver.usePrecompiled=true), install a signed driver on the "
                                + "host, or turn Secure Boot off there");
    }

    Check nouveau() {
        var title = "nouveau";
        var held = complaining(NOUVEAU);
        if (!held.isEmpty()) {
            return Check.fail(title, some(held) + " has loaded it, and it holds the GPUs, as the driver’s log says",
                    "B" + BLACKLIST);
        }
        var loaded = nodes.stream().filter(node -> machines.modules().getOrDefault(node, Set.of())
                .contains("nouveau")).toList();
        if (!loaded.isEmpty()) {
            return Check.warn(title, "loaded on " + some(loaded) + ", as node feature discovery reports",
                    "The driver can be loaded only where nothing uses nouveau: b" + BLACKLIST);
        }
        var untold = nodes.stream().filter(node -> !machines.modules().containsKey(node)).toList();
        return untold.isEmpty() && !nodes.isEmpty()
                ? Check.pass(title, "none of %d nodes with GPUs has loaded it, as node feature discovery reports"
                        .formatted(nodes.size()))
                : Check.unknown(title, untold.isEmpty() ? "no nodes with GPUs are seen"
                        : "node feature discovery does not report the kernel modules of " + some(untold),
                        "See with “" + look("grep nouveau /proc/modules") + "”. Where it is loaded, b" + BLACKLIST);
    }

    private String look(String command) {
        return "kubectl debug node/%s -it --image=busybox -- %s".formatted(nodes.isEmpty() ? "NODE" : nodes.getFirst(),
                command);
    }

    private List<String> complaining(Pattern sign) {
        return machines.drivers().entrySet().stream().filter(log -> sign.matcher(log.getValue()).find())
                .map(Map.Entry::getKey).sorted().toList();
    }

    private static String some(List<String> names) {
        return Preflight.some(names);
    }
}
