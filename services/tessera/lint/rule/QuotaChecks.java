package tessera.lint.rule;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.manifest.KubeObject;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.Quantity;

/** What namespaces may take: quotas, and ranges of limits. */
final class QuotaChecks implements LintCheck {

    private static final String REQUESTS = "requests.";
    private static final String LIMITS = "limits.";
    private static final String DEVICE = "nvidia.com/gpu";
    private static final Set<String> AMOUNTS = Set.of("cpu", "memory", "ephemeral-storage");
    private static final Set<String> OBJECTS = Set.of("pods", "services", "replicationcontrollers", "resourcequotas",
            "secrets", "configmaps", "persistentvolumeclaims", "services.nodeports", "services.loadbalancers",
            "storage");
    private static final String MIG = "nvidia.com/mig-";
    private static final String USUAL = "1g.10gb";
    private static final int MOST = 3;

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (object.is("", "ResourceQuota")) {
            for (var entry : object.at("spec", "hard").entries()) {
                quota(object, entry, look);
            }
        }
        if (object.is("kueue.x-k8s.io", "ClusterQueue")) {
            queue(object.at("spec"), look);
        }
        if (object.is("", "LimitRange")) {
            new RangeChecks(object.at("spec", "limits"), look).all();
        }
    }

    private static void quota(KubeObject object, ManifestValue.MappingEntry entry, CheckContext look) {
        var key = entry.name();
        var resource = key.startsWith(LIMITS) ? key.substring(LIMITS.length())
                : key.startsWith(REQUESTS) ? key.substring(REQUESTS.length()) : key;
        if (!key.startsWith(REQUESTS) && counts(resource)) {
            var right = REQUESTS + resource;
            look.note("quota-limits-nothing", entry.key(),
                    "%s is accepted and limits nothing; only %s is counted".formatted(key, right),
                    object.at("spec", "hard", right).written()
                            ? ManifestEditor.fix("Take it away", ManifestEditor.remove(entry.value()))
                            : ManifestEditor.fix("Write " + right, ManifestEditor.replace(entry.key(), right)));
        }
        if (key.contains("/") || key.contains("${") || known(key)) {
            name(entry.key(), REQUESTS, resource, look);
        } else {
            look.offer("resource-name-unqualified", entry.key(),
                    "“%s” is nothing that a quota counts: names of devices have a domain, such as %s%s"
                            .formatted(key, REQUESTS, DEVICE),
                    ManifestEditor.ways(object.at("spec", "hard", REQUESTS + DEVICE).written() ? Optional.empty()
                            : ManifestEditor.fix("Write " + REQUESTS + DEVICE,
                                    ManifestEditor.replace(entry.key(), REQUESTS + DEVICE)),
                            ManifestEditor.fix("Take it away", ManifestEditor.remove(entry.value()))));
        }
        var amount = Quantity.exact(entry.value().text());
        if (ContainerRequest.extended(resource) && amount.isPresent()
                && amount.get().stripTrailingZeros().scale() > 0) {
            var ways = rounded(entry.value(), amount.get());
            if (key.startsWith(REQUESTS)) {
                // The server takes it, and what is left of a device no pod can ask for.
                look.doubt("gpu-amount-not-whole", entry.value(), LintSeverity.HINT,
                        "A quota of %s of %s is as good as %s: devices are whole".formatted(entry.value().text(),
                                resource, amount.get().setScale(0, RoundingMode.FLOOR).toPlainString()),
                        ways);
            } else {
                look.offer("gpu-amount-not-whole", entry.value(), "A quota of %s of %s is refused: devices are whole"
                        .formatted(entry.value().text(), resource), ways);
            }
        }
    }

    /**
     * Notes a name that nothing has.
     *
     * @param key    where it is written
     * @param before what stands before it where it is right
     */
    static void name(ManifestValue key, String before, String resource, CheckContext look) {
        var mistake = look.facts().mistake("resources", resource);
        if (mistake.isPresent()) {
            look.note("resource-name-wrong", key, resource + ": " + mistake.get().reason(),
                    mistake.get().meant(resource).flatMap(name -> ManifestEditor.fix("Name it " + name,
                            ManifestEditor.replace(key, before + name))));
        } else {
            DeviceLintChecks.misnamed(key, resource,
                    alike -> (alike.isEmpty() ? List.of(USUAL) : alike).stream().limit(MOST)
                            .flatMap(profile -> ManifestEditor.fix("Name it " + MIG + profile,
                                    ManifestEditor.replace(key, before + MIG + profile)).stream())
                            .toList(),
                    look);
        }
    }

    /** Queues count devices by the names that pods ask for. */
    private static void queue(ManifestValue spec, CheckContext look) {
        for (var group : spec.at("resourceGroups").items()) {
            group.at("coveredResources").items().forEach(covered -> name(covered, "", covered.text(), look));
            group.at("flavors").items().stream().flatMap(flavor -> flavor.at("resources").items().stream())
                    .map(resource -> resource.at("name")).forEach(name -> name(name, "", name.text(), look));
        }
    }

    private static List<LintFix> rounded(ManifestValue value, BigDecimal amount) {
        return Stream.of(RoundingMode.CEILING, RoundingMode.FLOOR)
                .map(mode -> amount.setScale(0, mode).toPlainString())
                .flatMap(whole -> ManifestEditor.fix("Write " + whole, ManifestEditor.replace(value, whole)).stream())
                .toList();
    }

    /** What a quota counts that is no device and has no domain. */
    private static boolean known(String key) {
        var amount = key.startsWith(LIMITS) ? key.substring(LIMITS.length())
                : key.startsWith(REQUESTS) ? key.substring(REQUESTS.length()) : key;
        return OBJECTS.contains(key) || AMOUNTS.contains(amount) || amount.startsWith("hugepages-")
                || key.equals("requests.storage");
    }

    /** Claims, volumes and objects are counted under names of their own. */
    private static boolean counts(String resource) {
        return ContainerRequest.extended(resource) && !resource.startsWith("count/")
                && !resource.contains(".storageclass.")
                && !resource.contains(".deviceclass.");
    }
}
