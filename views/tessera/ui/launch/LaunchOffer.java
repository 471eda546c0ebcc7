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
import tessera.quota.ResourceRoom;
import tessera.quota.access.AllowedNamespaces;
import tessera.quota.access.Permission;
import tessera.ui.AppServices;

/**
 * What a cluster offers to somebody who launches something, as it was read once.
 *
 * @param templates  of the product and of the user
 * @param lacks      what is lacking for templates, by their ids; empty where nothing is
 * @param around     nodes and kinds
 * @param devices    that can be asked for, with how many are free, those with most free first
 * @param namespaces where one may create pods, by name
 * @param home       the namespace that the kubeconfig names
 * @param gap        why not all namespaces are known, a sentence without a full stop; empty where they are
 * @param choices    for further questions, and what quotas leave
 */
record LaunchOffer(TemplateLibrary templates, Map<String, String> lacks, ManifestLinter linter,
        ManifestEnvironment around,
        List<OfferedDevice> devices, List<String> namespaces, String home, String gap, ClusterChoices choices) {

    /**
     * A resource that nodes offer.
     *
     * @param room on nodes that take pods
     * @param most free on one of them
     */
    record OfferedDevice(String resource, ResourceRoom room, long most) {

        /** For example “17 of 96 free, 2 of them shares of GPUs, at most 8 on a node”. */
        String words() {
            long free = room.free();
            return "%d of %d free%s%s".formatted(free, room.all(), room.shares() > 0 && room.shares() < free
                    ? ", %d of them shares of GPUs".formatted(room.shares())
                    : "",
                    most > 0 && most < free ? ", at most %d on a node".formatted(most) : "");
        }
    }

    LaunchOffer {
        lacks = Map.copyOf(lacks);
        devices = List.copyOf(devices);
        namespaces = List.copyOf(namespaces);
    }

    /** Asks the cluster that is open; waits for it. */
    static LaunchOffer read(AppServices desk, AcceleratorCatalog accelerators) throws Failure, InterruptedException {
        var templates = TemplateLibrary
                .with(Path.of(desk.preferences().settled().get().file()).resolveSibling("templates"));
        var manifests = desk.reached().lookups().manifests();
        var served = ServedTemplates.read(templates, manifests);
        var snapshot = desk.snapshots().get();
        var gap = new AtomicReference<>("");
        var namespaces = AllowedNamespaces.among(namespaces(desk, gap::set), Permission.CREATE_PODS,
                desk.reached().planner()::may);
        return new LaunchOffer(served.templates(), served.lacks(), new ManifestLinter(accelerators),
                ManifestContext.bare(snapshot, served.kinds(), manifests),
                devices(snapshot, accelerators), namespaces, desk.reached().namespace(), gap.get(),
                ClusterChoices.read(desk.reached().objects(), snapshot, accelerators, namespaces));
    }

    /** Whoever may not list them may still launch where pods are seen. */
    private static Collection<String> namespaces(AppServices desk, Consumer<String> gap) throws Failure {
        try {
            return desk.reached().namespaces();
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

    private static List<OfferedDevice> devices(Snapshot snapshot, AcceleratorCatalog accelerators) {
        var most = new TreeMap<String, Long>();
        for (var node : snapshot.nodes()) {
            boolean open = !node.facts().unschedulable() && node.facts().ready();
            for (var name : node.resources()) {
                var use = node.use(name);
                if (use.allocatable() > 0 && accelerators.of(name).filter(kind -> kind.computes()).isPresent()) {
                    most.merge(name, open ? use.free() : 0, Math::max);
                }
            }
        }
        var devices = new ArrayList<OfferedDevice>();
        most.forEach((name, amount) -> devices.add(new OfferedDevice(name, ResourceRoom.of(snapshot, name), amount)));
        devices.sort((one, other) -> Long.compare(other.room().free(), one.room().free()));
        return devices;
    }

    /** What is to be told of what there is to choose from, in a sentence without a full stop, by the key of a question. */
    Map<String, String> remarks() {
        var remarks = new TreeMap<>(choices.gaps());
        if (!gap.isEmpty()) {
            remarks.put(WorkloadTemplate.NAMESPACE, gap);
        }
        remarks.replaceAll((_, why) -> why + ": what is not offered can be typed");
        remarks.putAll(choices.rooms());
        return remarks;
    }

    Optional<OfferedDevice> device(String resource) {
        return devices.stream().filter(device -> device.resource().equals(resource)).findFirst();
    }

    /** What there is of the device that is asked for: free, left by quotas, and what goes with each. */
    String words(Map<String, String> settings, String namespace) {
        var resource = settings.getOrDefault("resource", "");
        if (resource.isEmpty()) {
            return "";
        }
        var words = new ArrayList<String>();
        words.add(device(resource).map(OfferedDevice::words).orElse(around.seesNodes() ? "No node offers " + resource
                : "What nodes offer is not known: they are not seen"));
        words.add(choices.left(namespace, resource));
        words.add(choices.queues().left(namespace, settings.getOrDefault("queue", ""), resource));
        words.add(CpuMemorySizing.of(around.snapshot(), resource, settings).map(sizing -> sizing.words(settings))
                .orElse(""));
        words.removeIf(String::isEmpty);
        return String.join(". ", words);
    }

    /** What the cluster lacks for a template, a sentence without a full stop; empty where it lacks nothing. */
    String lack(WorkloadTemplate template) {
        var lack = lacks.getOrDefault(template.id(), "");
        return lack.isEmpty() ? "" : template.called() + " is " + lack;
    }
}
