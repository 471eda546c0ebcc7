package tessera.ui.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tessera.gpu.AcceleratorCatalog;
import tessera.launch.PerDeviceCpuMemorySizing;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateLibrary;
import tessera.launch.WorkloadTemplateParameter;
import tessera.lint.ManifestLinter;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.VisiblePodScope;
import tessera.plan.context.LintClusterContextReader;
import tessera.plan.launch.RunnableWorkloadTemplates;
import tessera.quota.NewPodResourceCapacity;
import tessera.quota.access.GpuAccessPermission;
import tessera.quota.access.PermissionNamespaceFinder;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.OpenClusterSource;
import tessera.ui.UserSettingsAccess;

/**
 * The cluster's offer for a launch: templates, devices, namespaces, choices; read once.
 *
 * @param templates  of the product and of the user
 * @param missingByTemplate      what is lacking for templates, by their ids; empty where nothing is
 * @param environment     nodes and kinds
 * @param devices    that can be asked for, with how many are free, those with most free first
 * @param namespaces where one may create pods, by name
 * @param defaultNamespace       the namespace that the kubeconfig names
 * @param namespaceGap        why not all namespaces are known, a sentence without a full stop; empty where they are
 * @param choices    for further questions, and what quotas leave
 */
record AvailableWorkloadLaunchChoices(WorkloadTemplateLibrary templates, Map<String, String> missingByTemplate,
        ManifestLinter linter, ManifestTargetCluster environment, List<AvailableDeviceResource> devices,
        List<String> namespaces, String defaultNamespace, String namespaceGap,
        WorkloadTemplateParameterChoices choices) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AvailableWorkloadLaunchChoices.class);

    /**
     * A resource that nodes offer.
     *
     * @param capacity on nodes that take pods
     * @param mostOnNode free on one of them
     */
    record AvailableDeviceResource(String resource, NewPodResourceCapacity capacity, long mostOnNode) {

        /** Returns the availability, for example “17 of 96 free, 2 of them shares of GPUs, at most 8 per node”. */
        String availabilityText() {
            long free = capacity.free();
            return MESSAGES.text("capacity", free, capacity.all(), capacity.shares() < free ? capacity.shares() : 0,
                    mostOnNode < free ? mostOnNode : 0);
        }
    }

    AvailableWorkloadLaunchChoices {
        missingByTemplate = Map.copyOf(missingByTemplate);
        devices = List.copyOf(devices);
        namespaces = List.copyOf(namespaces);
    }

    /** Reads the offer of the open cluster; waits for it. */
    static AvailableWorkloadLaunchChoices read(OpenClusterSource services, UserSettingsAccess preferences,
            AcceleratorCatalog accelerators) throws ProblemException, InterruptedException {
        var templates = WorkloadTemplateLibrary
                .withFolder(Path.of(preferences.currentSettings().get().file()).resolveSibling("templates"));
        var manifests = services.clusterServices().planLookups().manifests();
        var served = RunnableWorkloadTemplates.read(templates, manifests);
        var clusterSnapshot = services.snapshots().get();
        var gap = new AtomicReference<>("");
        var namespaces = PermissionNamespaceFinder.findAllowed(readNamespaces(services, gap::set),
                GpuAccessPermission.CREATE_PODS, services.clusterServices().planRunner()::checkAccess);
        return new AvailableWorkloadLaunchChoices(served.templates(), served.missingByTemplate(),
                new ManifestLinter(accelerators),
                LintClusterContextReader.readClusterEnvironment(clusterSnapshot, served.kinds(), manifests),
                readDevices(clusterSnapshot, accelerators), namespaces, services.clusterServices().defaultNamespace(),
                gap.get(), WorkloadTemplateParameterChoices.read(services.clusterServices().objectSource(),
                        clusterSnapshot, accelerators, namespaces));
    }

    /** Reads the namespaces; without permission to list them, those where pods are visible. */
    private static Collection<String> readNamespaces(OpenClusterSource services, Consumer<String> gap)
            throws ProblemException {
        try {
            return services.clusterServices().namespaces();
        } catch (ProblemException refused) {
            if (refused.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw refused;
            }
            gap.accept(refused.problem().headline());
        }
        var clusterSnapshot = services.snapshots().get();
        if (clusterSnapshot.podScope() instanceof VisiblePodScope.NamespacedScope(var seen, var _)) {
            return seen;
        }
        return clusterSnapshot.pods().map(PodSummary::namespace).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<AvailableDeviceResource> readDevices(ClusterSnapshot clusterSnapshot,
            AcceleratorCatalog accelerators) {
        var most = new TreeMap<String, Long>();
        for (var node : clusterSnapshot.nodes()) {
            boolean open = !node.nodeSummary().unschedulable() && node.nodeSummary().isReady();
            for (var name : node.resourceNames()) {
                var use = node.useOf(name);
                if (use.allocatable() > 0
                        && accelerators.acceleratorOf(name).filter(kind -> kind.isCompute()).isPresent()) {
                    most.merge(name, open ? use.free() : 0, Math::max);
                }
            }
        }
        var devices = new ArrayList<AvailableDeviceResource>();
        most.forEach((name, amount) -> devices.add(new AvailableDeviceResource(name,
                NewPodResourceCapacity.roomIgnoringTaints(clusterSnapshot, name), amount)));
        devices.sort((one, other) -> Long.compare(other.capacity().free(), one.capacity().free()));
        return devices;
    }

    /** Returns remarks on the choices as sentences without a full stop, by the key of the parameter. */
    Map<String, String> remarks() {
        var remarks = new TreeMap<>(choices.unknownReasons());
        if (!namespaceGap.isEmpty()) {
            remarks.put(WorkloadTemplateParameter.NAMESPACE, namespaceGap);
        }
        remarks.replaceAll((_, reason) -> MESSAGES.text("choices.typed", reason));
        remarks.putAll(choices.roomTexts());
        return remarks;
    }

    Optional<AvailableDeviceResource> deviceFor(String resource) {
        return devices.stream().filter(device -> device.resource().equals(resource)).findFirst();
    }

    /** Returns the availability of the requested device: free, left by quotas, and CPU and memory for each. */
    String availabilityText(Map<String, String> settings, String namespace) {
        var resource = settings.getOrDefault("resource", "");
        if (resource.isEmpty()) {
            return "";
        }
        var texts = new ArrayList<String>();
        texts.add(deviceFor(resource).map(AvailableDeviceResource::availabilityText)
                .orElse(environment.seesNodes() ? MESSAGES.text("capacity.none", resource)
                        : MESSAGES.text("capacity.unknown")));
        texts.add(choices.quotaText(namespace, resource));
        texts.add(choices.queues().remainingText(namespace, settings.getOrDefault("queue", ""), resource));
        texts.add(PerDeviceCpuMemorySizing.of(environment.snapshot(), resource, settings)
                .map(sizing -> sizing.sizingText(settings)).orElse(""));
        texts.removeIf(String::isEmpty);
        return SentenceJoiner.joinSentences(texts);
    }

    /** Returns what the cluster lacks for a template, without a full stop; empty where it lacks nothing. */
    String lackText(WorkloadTemplate template) {
        var lack = missingByTemplate.getOrDefault(template.id(), "");
        return lack.isEmpty() ? "" : MESSAGES.text("template.lack", template.calledKind(), lack);
    }
}
