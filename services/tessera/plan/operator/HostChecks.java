package tessera.plan.operator;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tessera.plan.survey.StackSite;

/** What of the machines themselves keeps a driver from being loaded; no API tells it but the logs of drivers that fail. */
final class HostChecks {

    private static final Pattern UNSIGNED = Pattern.compile("Required key not available|Lockdown:|Key was rejected");
    private static final Pattern NOUVEAU = Pattern.compile("nouveau|Failed to enable MSI-X", Pattern.CASE_INSENSITIVE);

    private HostChecks() {}

    /** @param precompiled whether drivers are to come signed */
    static List<Check> of(StackSite site, boolean precompiled) {
        return List.of(precompiled ? Check.pass("Secure Boot", "precompiled drivers are signed")
                : check("Secure Boot", nodes(site, UNSIGNED), " lets signed modules only be loaded",
                        "Use precompiled signed drivers (driver.usePrecompiled=true), install a signed driver on the "
                                + "host, or turn Secure Boot off there",
                        "Where it is on, use precompiled signed drivers or install the driver on the host"),
                check("nouveau", nodes(site, NOUVEAU), " has loaded it, and it holds the GPUs",
                        "Blacklist nouveau on the host, rebuild its initial RAM disk, and restart the machine",
                        "Where the host loads it, blacklist it and restart the machine"));
    }

    private static Check check(String title, List<String> nodes, String seen, String remedy, String otherwise) {
        return nodes.isEmpty() ? Check.warn(title, "it cannot be seen from here", otherwise)
                : Check.fail(title, String.join(", ", nodes) + seen + ", as the driver’s log says", remedy);
    }

    private static List<String> nodes(StackSite site, Pattern sign) {
        return site.drivers().entrySet().stream().filter(log -> sign.matcher(log.getValue()).find())
                .map(Map.Entry::getKey).sorted().toList();
    }
}
