package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/** Checks of quotas and limit ranges of namespaces. */
final class QuotaLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(QuotaLintChecks.class);
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
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (object.isKind("", "ResourceQuota")) {
            for (var entry : object.at("spec", "hard").entries()) {
                checkQuota(object, entry, context);
            }
        }
        if (object.isKind("kueue.x-k8s.io", "ClusterQueue")) {
            checkQueue(object.at("spec"), context);
        }
        if (object.isKind("scheduling.run.ai", "Queue")) {
            object.at("spec", "resources").entries().forEach(entry -> checkLimit(entry, context));
        }
        if (object.isKind("", "LimitRange")) {
            new LimitRangeLintChecks(object.at("spec", "limits"), context).checkAll();
        }
    }

    private static void checkQuota(ManifestKubernetesObject object, ManifestValue.MappingEntry entry,
            LintCheckContext context) {
        var key = entry.name();
        String resource;
        if (key.startsWith(LIMITS)) {
            resource = key.substring(LIMITS.length());
        } else if (key.startsWith(REQUESTS)) {
            resource = key.substring(REQUESTS.length());
        } else {
            resource = key;
        }
        if (!key.startsWith(REQUESTS) && isDevice(resource)) {
            var right = REQUESTS + resource;
            context.addFinding("quota-limits-nothing", entry.key(), new LintQuotaReason.UncountedQuota(key, right),
                    object.at("spec", "hard", right).isWritten()
                            ? ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"),
                                    ManifestSourceEditor.remove(entry.value()))
                            : ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", right),
                                    ManifestSourceEditor.replace(entry.key(), right)));
        }
        if (key.contains("/") || key.contains("${") || isKnown(key)) {
            checkName(entry.key(), REQUESTS, resource, context);
        } else {
            context.addChoice("resource-name-unqualified", entry.key(),
                    new LintQuotaReason.UncountableQuota(key, REQUESTS + DEVICE),
                    ManifestSourceEditor.availableFixes(
                            object.at("spec", "hard", REQUESTS + DEVICE).isWritten() ? Optional.empty()
                                    : ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.joined", REQUESTS, DEVICE),
                                            ManifestSourceEditor.replace(entry.key(), REQUESTS + DEVICE)),
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"),
                                    ManifestSourceEditor.remove(entry.value()))));
        }
        checkWholeAmount(entry, resource, context);
    }

    private static void checkWholeAmount(ManifestValue.MappingEntry entry, String resource, LintCheckContext context) {
        var amount = QuantityParser.parseExact(entry.value().text());
        if (ContainerResourceRequest.isExtended(resource) && amount.isPresent()
                && amount.get().stripTrailingZeros().scale() > 0) {
            var fixes = roundAmount(entry.value(), amount.get());
            if (entry.name().startsWith(REQUESTS)) {
                // The server takes it, and what is left of a device no pod can ask for.
                context.addDoubt("gpu-amount-not-whole", entry.value(), LintSeverity.HINT,
                        new LintQuotaReason.FractionalQuota(entry.value().text(), resource,
                                amount.get().setScale(0, RoundingMode.FLOOR).toPlainString()),
                        fixes);
            } else {
                context.addChoice("gpu-amount-not-whole", entry.value(),
                        new LintQuotaReason.RejectedQuota(entry.value().text(), resource), fixes);
            }
        }
    }

    /**
     * Reports a resource name that nothing has.
     *
     * @param key    where it is written
     * @param before what stands before it where it is right
     */
    static void checkName(ManifestValue key, String before, String resource, LintCheckContext context) {
        var mistake = context.facts().findMistake("resources", resource);
        if (mistake.isPresent()) {
            context.addFinding("resource-name-wrong", key, mistake.get().about(resource),
                    mistake.get().correctionOf(resource)
                            .flatMap(name -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.rename", name),
                                    ManifestSourceEditor.replace(key, before + name))));
        } else {
            DeviceRequestLintChecks.rejectInvalidMigName(key, resource,
                    alike -> similarProfileFixes(alike, key, before), context);
        }
    }

    private static List<LintFix> similarProfileFixes(List<String> alike, ManifestValue key, String before) {
        return (alike.isEmpty() ? List.of(USUAL) : alike).stream().limit(MOST)
                .flatMap(profile -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.rename.profile", MIG, profile),
                        ManifestSourceEditor.replace(key, before + MIG + profile)).stream())
                .toList();
    }

    /** Checks a resource of a queue of KAI, whose limit also bounds what its quota promises; −1 is none. */
    private static void checkLimit(ManifestValue.MappingEntry entry, LintCheckContext context) {
        var quota = entry.value().at("quota");
        var limit = entry.value().at("limit");
        var promised = QuantityParser.parseExact(quota.text());
        var most = QuantityParser.parseExact(limit.text()).filter(amount -> amount.signum() > 0);
        if (promised.isPresent() && most.isPresent() && most.get().compareTo(promised.get()) < 0) {
            context.addChoice("queue-limit-below-quota", limit,
                    new LintQuotaReason.QueueLimitBelowQuota(entry.name(), limit.text(), quota.text()),
                    ManifestSourceEditor.availableFixes(
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.limit", quota.text()),
                                    ManifestSourceEditor.replace(limit, quota.text())),
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.quota", limit.text()),
                                    ManifestSourceEditor.replace(quota, limit.text()))));
        }
    }

    /** Checks the resources of a queue, which are counted by the names that pods request. */
    private static void checkQueue(ManifestValue spec, LintCheckContext context) {
        for (var group : spec.at("resourceGroups").items()) {
            group.at("coveredResources").items().forEach(covered -> checkName(covered, "", covered.text(), context));
            group.at("flavors").items().stream().flatMap(flavor -> flavor.at("resources").items().stream())
                    .map(resource -> resource.at("name")).forEach(name -> checkName(name, "", name.text(), context));
        }
    }

    private static List<LintFix> roundAmount(ManifestValue value, BigDecimal amount) {
        return Stream.of(RoundingMode.CEILING, RoundingMode.FLOOR).map(mode -> amount.setScale(0, mode).toPlainString())
                .flatMap(whole -> ManifestSourceEditor
                        .fixOf(MESSAGES.text("fix.write", whole), ManifestSourceEditor.replace(value, whole)).stream())
                .toList();
    }

    /** Returns whether a quota counts it without it being a device or having a domain. */
    private static boolean isKnown(String key) {
        String amount;
        if (key.startsWith(LIMITS)) {
            amount = key.substring(LIMITS.length());
        } else if (key.startsWith(REQUESTS)) {
            amount = key.substring(REQUESTS.length());
        } else {
            amount = key;
        }
        return OBJECTS.contains(key) || AMOUNTS.contains(amount) || ResourceNames.isHugePages(amount)
                || key.equals("requests.storage");
    }

    /** Returns whether a quota counts it as a device; claims, volumes and objects are counted under names of their own. */
    private static boolean isDevice(String resource) {
        return ContainerResourceRequest.isExtended(resource) && !resource.startsWith("count/")
                && !resource.contains(".storageclass.") && !resource.contains(".deviceclass.");
    }

    /**
     * Checks of one LimitRange with the combined effect of its items on pods. A pod that names none of a device is refused by a range for
     * pods that bounds it, unless its containers are given 0 of it by default.
     */
    private static final class LimitRangeLintChecks {

        private static final String CONTAINER = "Container";
        private static final String DEFAULT = "default";

        private final ManifestValue limits;
        private final LintCheckContext context;

        LimitRangeLintChecks(ManifestValue limits, LintCheckContext context) {
            this.limits = limits;
            this.context = context;
        }

        void checkAll() {
            for (var limit : limits.items()) {
                var type = limit.at("type").text();
                for (var part : limit.entries()) {
                    if (type.equals("Pod") && part.name().startsWith(DEFAULT)) {
                        context.addFinding("limit-range-pod-default", part.key(), new LintQuotaReason.PodRangeDefault(),
                                ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"),
                                        ManifestSourceEditor.remove(part.value())));
                    }
                    part.value().entries().stream().filter(entry -> ContainerResourceRequest.isExtended(entry.name()))
                            .forEach(entry -> {
                                QuotaLintChecks.checkName(entry.key(), "", entry.name(), context);
                                if (type.equals(CONTAINER)) {
                                    checkContainerItem(limit, part.name(), entry);
                                } else if (type.equals("Pod")) {
                                    checkPodItem(part.name(), entry);
                                }
                            });
                }
            }
        }

        private void checkContainerItem(ManifestValue limit, String part, ManifestValue.MappingEntry entry) {
            var resource = entry.name();
            var amount = entry.value().text();
            boolean some = QuantityParser.parseUnits(amount).orElse(0) > 0;
            if (part.equals("max") && some && !limit.at(DEFAULT, resource).isPresent()) {
                context.addFinding("limit-range-becomes-default", entry.key(),
                        new LintQuotaReason.MaximumBecomesLimit(amount, resource), addZeroDefaults());
            }
            if (part.equals("min") && some) {
                context.addFinding("limit-range-forces-gpu", entry.key(),
                        new LintQuotaReason.EveryContainerForced(amount, resource), ManifestSourceEditor
                                .fixOf(MESSAGES.text("fix.remove"), ManifestSourceEditor.remove(entry.value())));
            }
            if (part.startsWith(DEFAULT) && some) {
                context.addFinding("limit-range-gives-gpu", entry.key(),
                        new LintQuotaReason.DefaultGivesDevice(amount, resource), ManifestSourceEditor.fixOf(
                                MESSAGES.text("fix.zero.default"), ManifestSourceEditor.replace(entry.value(), "0")));
            }
        }

        private void checkPodItem(String part, ManifestValue.MappingEntry entry) {
            var resource = entry.name();
            boolean some = QuantityParser.parseUnits(entry.value().text()).orElse(0) > 0;
            if (part.equals("min") && some) {
                context.addFinding("limit-range-refuses-pods", entry.key(),
                        new LintQuotaReason.EveryPodForced(entry.value().text(), resource), ManifestSourceEditor
                                .fixOf(MESSAGES.text("fix.remove"), ManifestSourceEditor.remove(entry.value())));
            } else if ((part.equals("max") || part.equals("min")) && !hasDefault(resource)) {
                context.addFinding("limit-range-refuses-pods", entry.key(),
                        new LintQuotaReason.PodsWithoutLimitRejected(resource), addZeroDefaults());
            }
        }

        private Optional<ManifestValue> containerItem() {
            return limits.items().stream().filter(limit -> limit.at("type").text().equals(CONTAINER)).findFirst();
        }

        private boolean hasDefault(String resource) {
            return containerItem().filter(limit -> limit.at(DEFAULT, resource).isPresent()).isPresent();
        }

        /** Returns a fix for all bounds of this range at once, as there is only one item for containers, with one default. */
        private Optional<LintFix> addZeroDefaults() {
            var nothing = new TreeSet<String>();
            for (var limit : limits.items()) {
                var parts = limit.at("type").text().equals("Pod") ? Set.of("max", "min") : Set.of("max");
                for (var part : parts) {
                    limit.at(part).entries().stream().map(ManifestValue.MappingEntry::name)
                            .filter(name -> ContainerResourceRequest.isExtended(name) && !hasDefault(name))
                            .forEach(nothing::add);
                }
            }
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.zero.defaults"), zeroDefaultEdits(nothing));
        }

        private List<TextEdit> zeroDefaultEdits(Set<String> resources) {
            var zeros = zerosNode(resources);
            var limit = containerItem();
            if (limit.isEmpty()) {
                return ManifestSourceEditor.appendItem(limits,
                        JsonNodeFactory.instance.objectNode().put("type", CONTAINER).set(DEFAULT, zeros));
            }
            var given = limit.get().at(DEFAULT);
            if (!given.isWritten()) {
                return ManifestSourceEditor.insertEntry(limit.get(), DEFAULT, zeros);
            }
            var edits = new ArrayList<TextEdit>();
            for (var zero : zeros.properties()) {
                var edit = ManifestSourceEditor.insertEntry(given, zero.getKey(), zero.getValue());
                if (edit.isEmpty()) {
                    return List.of();
                }
                edits.addAll(edit);
            }
            return edits;
        }

        private static ObjectNode zerosNode(Set<String> resources) {
            var zeros = JsonNodeFactory.instance.objectNode();
            resources.forEach(resource -> zeros.put(resource, "0"));
            return zeros;
        }
    }
}
