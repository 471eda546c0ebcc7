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
import tessera.insight.AcceleratorCatalog;
import tessera.launch.CpuMemorySizing;
import tessera.launch.TemplateLibrary;
import tessera.launch.WorkloadTemplate;
import tessera.lint.ManifestLinter;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.model.Failure;
import tessera.model.PodFacts;
import tessera.model.PodScope;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.plan.context.ManifestContext;
import tessera.plan.launch.ServedTemplates;
import tessera.quota.NodeCapacity;
import tessera.quota.access.AllowedNamespaces;
import tessera.quota.access.Permission;
import tessera.ui.AppServices;

/**
 * The cluster's offer for a launch: templates, devices, namespaces, choices; read once.
 *
 * @param templates  of the product and of the user
 * @param lacks      what is lacking for templates, by their ids; empty where nothing is
 * @param environment     nodes and kinds
 * @param devices    that can be asked for, with how many are free, those with most free first
 * @param namespaces where one may create pods, by name
 * @param defaultNamespace       the namespace that the kubeconfig names
 * @param namespaceGap        why not all namespaces are known, a sentence without a full stop; empty where they are
 * @param choices    for further questions, and what quotas leave
 */
record LaunchOffer(TemplateLibrary templates, Map<String, String> lacks, ManifestLinter linter,
        ManifestEnvironment environment,
        List<OfferedDevice> devices, List<String> namespaces, String defaultNamespace, String namespaceGap,
        ClusterChoices choices) {

    /**
     * A resource that nodes offer.
     *
     * @param room on nodes that take pods
     * @param mostOnNode free on one of them
     */
    record OfferedDevice(String resource, NodeCapacity room, long mostOnNode) {

        /** Returns the availability, for example “17 of 96 free, 2 of them shares of GPUs, at most 8 on a node”. */
        String availabilityText() {
            long free = room.free();
            return "%d of %d free%s%s".formatted(free, room.all(), room.shares() > 0 && room.shares() < free
                    ? ", %d of them shares of GPUs".formatted(room.shares())
                    : "",
                    mostOnNode > 0 && mostOnNode < free ? ", at most %d on a node".formatted(mostOnNode) : "");
        }
    }

    LaunchOffer {
        lacks = Map.copyOf(lacks);
        devices = List.copyOf(devices);
        namespaces = List.copyOf(namespaces);
    }

    /** Reads the offer of the open cluster; waits for it. */
    static LaunchOffer read(AppServices desk, AcceleratorCatalog accelerators) throws Failure, InterruptedException {
        var templates = TemplateLibrary
                .withFolder(Path.of(desk.preferences().currentSettings().get().file()).resolveSibling("templates"));
        var manifests = desk.clusterServices().planLookups().manifests();
        var served = ServedTemplates.read(templates, manifests);
        var snapshot = desk.snapshots().get();
        var gap = new AtomicReference<>("");
        var namespaces = AllowedNamespaces.findAllowed(readNamespaces(desk, gap::set), Permission.CREATE_PODS,
                desk.clusterServices().planRunner()::checkAccess);
        return new LaunchOffer(served.templates(), served.lacks(), new ManifestLinter(accelerators),
                ManifestContext.readClusterEnvironment(snapshot, served.kinds(), manifests),
                readDevices(snapshot, accelerators), namespaces, desk.clusterServices().defaultNamespace(), gap.get(),
                ClusterChoices.read(desk.clusterServices().objectSource(), snapshot, accelerators, namespaces));
    }

    /** Reads the namespaces; without permission to list them, those where pods are visible. */
    private static Collection<String> readNamespaces(AppServices desk, Consumer<String> gap) throws Failure {
        try {
            return desk.clusterServices().namespaces();
        } catch (Failure refused) {
            if (refused.problem().kind() != ProblemKind.FORBIDDEN) {
                throw refused;
            }
            gap.accept(refused.problem().headline());
        }
        var snapshot = desk.snapshots().get();
        return snapshot.podScope() instanceof PodScope.NamespacedScope(var seen, var _) ? seen
                : snapshot.pods().map(PodFacts::namespace)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<OfferedDevice> readDevices(Snapshot snapshot, AcceleratorCatalog accelerators) {
        var most = new TreeMap<String, Long>();
        for (var node : snapshot.nodes()) {
            boolean open = !node.facts().unschedulable() && node.facts().isReady();
            for (var name : node.resourceNames()) {
                var use = node.useOf(name);
                if (use.allocatable() > 0
                        && accelerators.acceleratorOf(name).filter(kind -> kind.isCompute()).isPresent()) {
                    most.merge(name, open ? use.free() : 0, Math::max);
                }
            }
        }
        var devices = new ArrayList<OfferedDevice>();
        most.forEach((name, amount) -> devices
                .add(new OfferedDevice(name, NodeCapacity.roomIgnoringTaints(snapshot, name), amount)));
        devices.sort((one, other) -> Long.compare(other.room().free(), one.room().free()));
        return devices;
    }

    /** Returns remarks on the choices as sentences without a full stop, by the key of the parameter. */
    Map<String, String> remarks() {
        var remarks = new TreeMap<>(choices.gaps());
        if (!namespaceGap.isEmpty()) {
            remarks.put(WorkloadTemplate.NAMESPACE, namespaceGap);
        }
        remarks.replaceAll((_, reason) -> reason + ": what is not offered can be typed");
        remarks.putAll(choices.roomTexts());
        return remarks;
    }

    Optional<OfferedDevice> deviceFor(String resource) {
        return devices.stream().filter(device -> device.resource().equals(resource)).findFirst();
    }

    /** Returns the availability of the requested device: free, left by quotas, and CPU and memory for each. */
    String availabilityText(Map<String, String> settings, String namespace) {
        var resource = settings.getOrDefault("resource", "");
        if (resource.isEmpty()) {
            return "";
        }
        var texts = new ArrayList<String>();
        texts.add(deviceFor(resource).map(OfferedDevice::availabilityText)
                .orElse(environment.seesNodes() ? "No node offers " + resource
                        : "What nodes offer is not known: they are not seen"));
        texts.add(choices.quotaText(namespace, resource));
        texts.add(choices.queues().remainingText(namespace, settings.getOrDefault("queue", ""), resource));
        texts.add(CpuMemorySizing.of(environment.snapshot(), resource, settings)
                .map(sizing -> sizing.sizingText(settings))
                .orElse(""));
        texts.removeIf(String::isEmpty);
        return String.join(". ", texts);
    }

    /** Returns what the cluster lacks for a template, without a full stop; empty where it lacks nothing. */
    String lackText(WorkloadTemplate template) {
        var lack = lacks.getOrDefault(template.id(), "");
        return lack.isEmpty() ? "" : template.calledKind() + " is " + lack;
    }
}
