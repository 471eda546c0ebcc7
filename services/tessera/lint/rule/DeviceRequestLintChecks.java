package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalogEntry;
import tessera.gpu.AcceleratorCatalogEntry.ResourceUnitKind;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.MigRequestLintFixes;
import tessera.lint.fix.ResourceRequestLintFixes;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.manifest.PodTemplateContainer.ContainerRole;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.mig.MigProduct;
import tessera.mig.MigProfile;
import tessera.sharing.GkeSharingLabels;
import tessera.text.MessageCatalog;

/** Checks that devices can be requested, and together. */
final class DeviceRequestLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DeviceRequestLintChecks.class);
    private static final String MIG = "nvidia.com/mig-";
    private static final Pattern SIZE = Pattern.compile("(\\d{1,2})g\\.(\\d{1,4})");
    private static final String SHARED = ".shared";
    private static final Set<Long> TPU_HOSTS = Set.of(1L, 4L, 8L);
    private static final String TPU = "google.com/tpu";
    private static final String GPU = "nvidia.com/gpu";
    private static final List<String> TPU_LABELS = List.of("cloud.google.com/gke-tpu-accelerator",
            "cloud.google.com/gke-tpu-topology");

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        if (container.role() == ContainerRole.EPHEMERAL) {
            return;
        }
        for (var request : container.requests()) {
            checkInstance(request, context);
            if (request.resource().endsWith(SHARED) && context.isAccelerator(request.resource())
                    && request.count() > 1) {
                context.addChoice("shares-several", request.value(),
                        new LintRequestReason.SeveralShares(request.count()),
                        ManifestSourceEditor.availableFixes(ResourceRequestLintFixes.toAmount(request, "1")));
            }
            checkGkeShares(request, template, context);
            if (request.resource().equals(TPU) && request.count() > 0 && !TPU_HOSTS.contains(request.count())) {
                context.addChoice("tpu-not-all-chips", request.value(),
                        new LintRequestReason.PartialTpuHost(request.count()),
                        ManifestSourceEditor.availableFixes(ResourceRequestLintFixes.toAmount(request, "1"),
                                ResourceRequestLintFixes.toAmount(request, "4"),
                                ResourceRequestLintFixes.toAmount(request, "8")));
            }
        }
        checkProfiles(container, context);
        checkGaudi(container, context);
        checkNeuronResources(container, context);
    }

    /** Checks a request on nodes of GKE whose device plugin refuses a container that asks for several shares. */
    private static void checkGkeShares(ContainerResourceRequest request, ManifestPodTemplate template,
            LintCheckContext context) {
        if (request.resource().equals(GPU) && request.count() > 1 && template.spec()
                .at("nodeSelector", GkeSharingLabels.STRATEGY).text().equals(GkeSharingLabels.TIME_SHARING)) {
            context.addChoice("shares-several", request.value(),
                    new LintRequestReason.SeveralGkeShares(request.count()),
                    ManifestSourceEditor.availableFixes(ResourceRequestLintFixes.toAmount(request, "1")));
        }
    }

    static void checkInstance(ContainerResourceRequest request, LintCheckContext context) {
        var profile = MigProfile.ofResource(request.resource());
        if (!request.resource().startsWith(MIG) || rejectInvalidMigName(request.value().key(), request.resource(),
                alike -> MigRequestLintFixes.toExistingProfile(request, alike, context.cluster()), context)) {
            return;
        }
        if (profile.isPresent() && request.count() > 1) {
            context.addChoice("mig-several", request.value(), new LintRequestReason.SeveralMigInstances(),
                    MigRequestLintFixes.toSingleInstance(request, profile.get(), context.mig()));
        }
    }

    /**
     * Checks the name of a MIG resource, and returns whether there is no such name.
     *
     * @param key  where it is written, be it with something before it
     * @param ways how it can become one of the profiles that are like it
     */
    static boolean rejectInvalidMigName(ManifestValue key, String name, Function<List<String>, List<LintFix>> ways,
            LintCheckContext context) {
        if (!name.startsWith(MIG)) {
            return false;
        }
        if (name.contains("+")) {
            context.addFinding("mig-name-plus", key, new LintRequestReason.MigNameWithPlus(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.dot"),
                            ManifestSourceEditor.replace(key, key.text().replace('+', '.'))));
            return true;
        }
        var profile = MigProfile.ofResource(name);
        boolean offered = profile.isPresent() && context.mig().allProducts().stream()
                .anyMatch(product -> product.findProfile(profile.get()).isPresent());
        if (!offered) {
            var size = SIZE.matcher(name.substring(MIG.length()));
            var alike = size.lookingAt()
                    ? similarProfiles(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)), context)
                    : List.<String>of();
            context.addChoice("mig-profile-unknown", key,
                    new LintRequestReason.NoSuchMigProfile(name.substring(MIG.length()), alike), ways.apply(alike));
        }
        return !offered;
    }

    /** Returns the profiles with as many slices, the nearest in memory first. */
    private static List<String> similarProfiles(int slices, int gigabytes, LintCheckContext context) {
        return context.mig().allProducts().stream().flatMap(product -> product.profiles().stream())
                .map(one -> one.profile()).filter(one -> one.isPlain() && one.slices() == slices)
                .sorted(Comparator.comparingInt((MigProfile one) -> Math.abs(one.gigabytes() - gigabytes))
                        .thenComparingInt(MigProfile::gigabytes))
                .map(MigProfile::name).distinct().toList();
    }

    private static void checkGaudi(PodTemplateContainer container, LintCheckContext context) {
        boolean gaudi = container.requests().stream()
                .anyMatch(request -> request.resource().equals("habana.ai/gaudi") && request.count() > 0);
        boolean pages = container.requests().stream().anyMatch(request -> request.resource().equals("hugepages-2Mi"));
        if (gaudi && !pages) {
            context.addFinding("gaudi-without-huge-pages", container.value(),
                    new LintRequestReason.GaudiWithoutHugePages(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.huge.pages"),
                            YamlBlockEditor.mergeTree(container.value(), hugePagesNode())));
        }
    }

    private static ObjectNode hugePagesNode() {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("resources").putObject("limits").put("hugepages-2Mi", "8Gi");
        return tree;
    }

    private static ObjectNode memoryLockNode() {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("securityContext").putObject("capabilities").putArray("add").add("IPC_LOCK");
        return tree;
    }

    /** Checks instances of several profiles in one container, which sees one of them. */
    private static void checkProfiles(PodTemplateContainer container, LintCheckContext context) {
        var instances = container.requests().stream().filter(request -> request.resource().startsWith(MIG)
                && request.count() > 0 && MigProfile.ofResource(request.resource()).isPresent()).toList();
        if (instances.size() > 1) {
            context.addChoice("mig-several", instances.getFirst().value(),
                    new LintRequestReason.SeveralMigProfiles(
                            instances.stream().map(request -> request.resource().substring(MIG.length() - 4)).toList()),
                    MigRequestLintFixes.keepOneProfile(instances));
        }
    }

    private static void checkNeuronResources(PodTemplateContainer container, LintCheckContext context) {
        var names = container.requests().stream().map(ContainerResourceRequest::resource).collect(Collectors.toSet());
        if (names.contains("aws.amazon.com/neuron") && names.contains("aws.amazon.com/neuroncore")) {
            context.addChoice("neuron-twice", container.resources(), new LintRequestReason.NeuronChipsAndCores(),
                    container.requests().stream()
                            .filter(request -> request.resource().startsWith("aws.amazon.com/neuron"))
                            .flatMap(request -> ResourceRequestLintFixes.removeRequest(request).stream()).toList());
        }
        boolean remote = names.stream().anyMatch(name -> name.startsWith("rdma/"));
        if (remote && !container.value().at("securityContext", "capabilities", "add").texts().contains("IPC_LOCK")) {
            // Namespaces that are restricted refuse pods that add it.
            context.addChoice("rdma-without-lock", container.value(), new LintRequestReason.RdmaWithoutLock(),
                    ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.add.lock"),
                            YamlBlockEditor.mergeTree(container.value(), memoryLockNode()))));
        }
    }

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        var amounts = template.extendedRequests();
        var kinds = amounts.entrySet().stream().filter(entry -> entry.getValue() > 0)
                .flatMap(entry -> context.accelerators().acceleratorOf(entry.getKey()).stream())
                .filter(AcceleratorCatalogEntry::isCompute).toList();
        var value = devicePlace(template, context);
        var vendors = kinds.stream().map(AcceleratorCatalogEntry::vendor)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (vendors.size() > 1) {
            context.addChoice("vendors-mixed", value, new LintRequestReason.MixedVendors(List.copyOf(vendors)),
                    vendors.stream().flatMap(vendor -> otherVendorFixes(vendor, template, context)).toList());
        }
        boolean whole = kinds.stream()
                .anyMatch(kind -> kind.vendor().equals("NVIDIA") && kind.unitKind() == ResourceUnitKind.DEVICE);
        if (whole && kinds.stream().anyMatch(AcceleratorCatalogEntry::isMig)) {
            context.addChoice("gpu-beside-mig", value, new LintRequestReason.GpuWithMigInstance(),
                    ManifestSourceEditor.availableFixes(
                            ResourceRequestLintFixes.removeRequests(MESSAGES.text("fix.only.whole"), template,
                                    request -> request.resource().startsWith(MIG)),
                            ResourceRequestLintFixes.removeRequests(MESSAGES.text("fix.only.mig"), template,
                                    request -> isWholeComputeDevice(request, context))));
        }
        checkShares(template, context, value);
        checkCombination(template, context, value);
        checkTopology(template, context, value);
    }

    private static Stream<LintFix> otherVendorFixes(String vendor, ManifestPodTemplate template,
            LintCheckContext context) {
        return ResourceRequestLintFixes.removeRequests(MESSAGES.text("fix.only.vendor", vendor), template,
                request -> isOtherVendor(request, vendor, context)).stream();
    }

    private static boolean isWholeComputeDevice(ContainerResourceRequest request, LintCheckContext context) {
        return context.accelerators().acceleratorOf(request.resource())
                .filter(kind -> kind.isCompute() && kind.unitKind() == ResourceUnitKind.DEVICE).isPresent();
    }

    static ManifestValue devicePlace(ManifestPodTemplate template, LintCheckContext context) {
        return template.allContainers().stream().flatMap(container -> container.requests().stream())
                .filter(request -> context.isAccelerator(request.resource())).map(request -> request.value().key())
                .findFirst().orElse(template.spec());
    }

    /** Checks requests for shares and whole devices, as the device plugin renames all devices of a kind that a node shares, or none of them. */
    private static void checkShares(ManifestPodTemplate template, LintCheckContext context, ManifestValue value) {
        var amounts = template.extendedRequests();
        for (var entry : amounts.entrySet()) {
            var name = entry.getKey();
            var amount = entry.getValue();
            var share = name + SHARED;
            boolean both = amount > 0 && amounts.getOrDefault(share, 0L) > 0 && context.isAccelerator(share);
            if (both && context.cluster().filter(targetCluster -> offersBoth(targetCluster, name, share)).isEmpty()) {
                context.addChoice("gpu-beside-shared", value, new LintRequestReason.GpuWithShare(name, share),
                        ManifestSourceEditor.availableFixes(
                                ResourceRequestLintFixes.removeRequests(MESSAGES.text("fix.request.only", name),
                                        template, request -> request.resource().equals(share)),
                                ResourceRequestLintFixes.removeRequests(MESSAGES.text("fix.request.only", share),
                                        template, request -> request.resource().equals(name))));
            }
        }
    }

    private static boolean offersBoth(ManifestTargetCluster targetCluster, String name, String share) {
        return targetCluster.snapshot().nodes().stream().anyMatch(node -> node.nodeSummary().allocatable().get(name) > 0
                && node.nodeSummary().allocatable().get(share) > 0);
    }

    private static void checkCombination(ManifestPodTemplate template, LintCheckContext context, ManifestValue value) {
        var profiles = template.extendedRequests().keySet().stream()
                .flatMap(name -> MigProfile.ofResource(name).stream()).distinct().toList();
        boolean each = profiles.stream().allMatch(profile -> isKnownProfile(profile, context));
        boolean one = context.mig().allProducts().stream().anyMatch(product -> knowsAllProfiles(product, profiles));
        if (profiles.size() > 1 && each && !one) {
            context.addChoice("mig-profiles-never-together", value,
                    new LintRequestReason.ProfilesNeverTogether(profiles.stream().map(MigProfile::name).toList()),
                    profiles.stream().flatMap(migProfile -> askForProfileFix(migProfile, template)).toList());
        }
    }

    private static boolean isKnownProfile(MigProfile profile, LintCheckContext context) {
        return context.mig().allProducts().stream().anyMatch(product -> product.findProfile(profile).isPresent());
    }

    private static boolean knowsAllProfiles(MigProduct product, List<MigProfile> profiles) {
        return profiles.stream().allMatch(profile -> product.findProfile(profile).isPresent());
    }

    private static Stream<LintFix> askForProfileFix(MigProfile migProfile, ManifestPodTemplate template) {
        return ResourceRequestLintFixes.removeRequests(MESSAGES.text("fix.request.only", migProfile.name()), template,
                request -> request.resource().startsWith(MIG)
                        && !MigProfile.ofResource(request.resource()).equals(Optional.of(migProfile)))
                .stream();
    }

    private static void checkTopology(ManifestPodTemplate template, LintCheckContext context, ManifestValue value) {
        var selector = template.spec().at("nodeSelector");
        var missing = TPU_LABELS.stream().filter(label -> !selector.at(label).isPresent()).toList();
        if (template.complete() && template.extendedRequests().getOrDefault(TPU, 0L) > 0 && !missing.isEmpty()) {
            context.addChoice("tpu-selector-missing", value, new LintRequestReason.TpuWithoutSelector(missing),
                    MigRequestLintFixes.toTpuTopology(template, missing, context.cluster()));
        }
    }

    private static boolean isOtherVendor(ContainerResourceRequest request, String vendor, LintCheckContext context) {
        return context.accelerators().acceleratorOf(request.resource()).filter(AcceleratorCatalogEntry::isCompute)
                .filter(kind -> !kind.vendor().equals(vendor)).isPresent();
    }
}
