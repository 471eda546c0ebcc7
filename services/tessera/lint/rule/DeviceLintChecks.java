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
import tessera.insight.Accelerator;
import tessera.insight.Accelerator.UnitForm;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.MigRequestFixes;
import tessera.lint.fix.RequestFixes;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.manifest.TemplateContainer.Role;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;
import tessera.mig.MigProfile;

/** Which devices can be had, and which together. */
final class DeviceLintChecks implements LintCheck {

    private static final String MIG = "nvidia.com/mig-";
    private static final Pattern SIZE = Pattern.compile("(\\d{1,2})g\\.(\\d{1,4})");
    private static final String SHARED = ".shared";
    private static final Set<Long> TPU_HOSTS = Set.of(1L, 4L, 8L);
    private static final String TPU = "google.com/tpu";
    private static final List<String> TPU_LABELS = List.of("cloud.google.com/gke-tpu-accelerator",
            "cloud.google.com/gke-tpu-topology");

    @Override
    public void container(TemplateContainer container, PodTemplate template, CheckContext look) {
        if (container.role() == Role.EPHEMERAL) {
            return;
        }
        for (var asked : container.asked()) {
            instance(asked, look);
            if (asked.resource().endsWith(SHARED) && look.accelerator(asked.resource()) && asked.count() > 1) {
                look.offer("shares-several", asked.value(),
                        "%d shares may be of the same GPU and are no more of it; many nodes refuse more than one"
                                .formatted(asked.count()),
                        ManifestEditor.ways(RequestFixes.to(asked, "1")));
            }
            if (asked.resource().equals(TPU) && asked.count() > 0 && !TPU_HOSTS.contains(asked.count())) {
                look.offer("tpu-not-all-chips", asked.value(),
                        "A pod takes all chips of its node, which are 1, 4 or 8, not %d".formatted(asked.count()),
                        ManifestEditor.ways(RequestFixes.to(asked, "1"), RequestFixes.to(asked, "4"),
                                RequestFixes.to(asked, "8")));
            }
        }
        profiles(container, look);
        gaudi(container, look);
        sides(container, look);
    }

    static void instance(ContainerRequest asked, CheckContext look) {
        var profile = MigProfile.ofResource(asked.resource());
        if (!asked.resource().startsWith(MIG) || misnamed(asked.value().key(), asked.resource(),
                alike -> MigRequestFixes.other(asked, alike, look.cluster()), look)) {
            return;
        }
        if (profile.isPresent() && asked.count() > 1) {
            look.offer("mig-several", asked.value(),
                    "A process of CUDA sees one MIG instance only, however many its container has; ask for a larger one",
                    MigRequestFixes.one(asked, profile.get(), look.mig()));
        }
    }

    /**
     * Notes a name that no MIG resource has.
     *
     * @param key  where it is written, be it with something before it
     * @param ways how it can become one of the profiles that are like it
     */
    static boolean misnamed(ManifestValue key, String name, Function<List<String>, List<LintFix>> ways,
            CheckContext look) {
        if (!name.startsWith(MIG)) {
            return false;
        }
        if (name.contains("+")) {
            look.note("mig-name-plus", key, "A plus cannot stand in the name of a resource",
                    ManifestEditor.fix("Write a dot instead",
                            ManifestEditor.replace(key, key.text().replace('+', '.'))));
            return true;
        }
        var profile = MigProfile.ofResource(name);
        boolean offered = profile.isPresent()
                && look.mig().all().stream().anyMatch(product -> product.profile(profile.get()).isPresent());
        if (!offered) {
            var size = SIZE.matcher(name.substring(MIG.length()));
            var alike = size.lookingAt() ? alike(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)), look)
                    : List.<String>of();
            look.offer("mig-profile-unknown", key, "No GPU can be divided into instances of %s%s".formatted(
                    name.substring(MIG.length()),
                    alike.isEmpty() ? "" : "; there are " + String.join(", ", alike)), ways.apply(alike));
        }
        return !offered;
    }

    /** Those with as many slices, the nearest in memory first. */
    private static List<String> alike(int slices, int gigabytes, CheckContext look) {
        return look.mig().all().stream().flatMap(product -> product.profiles().stream())
                .map(one -> one.profile()).filter(one -> one.plain() && one.slices() == slices)
                .sorted(Comparator.comparingInt((MigProfile one) -> Math.abs(one.gigabytes() - gigabytes))
                        .thenComparingInt(MigProfile::gigabytes))
                .map(MigProfile::name).distinct().toList();
    }

    private static void gaudi(TemplateContainer container, CheckContext look) {
        boolean gaudi = container.asked().stream().anyMatch(asked -> asked.resource().equals("habana.ai/gaudi")
                && asked.count() > 0);
        boolean pages = container.asked().stream().anyMatch(asked -> asked.resource().equals("hugepages-2Mi"));
        if (gaudi && !pages) {
            look.note("gaudi-without-huge-pages", container.value(), "Gaudi needs huge pages: set hugepages-2Mi",
                    ManifestEditor.fix("Ask for 8Gi of huge pages", YamlInsertions.merge(container.value(), pages())));
        }
    }

    private static ObjectNode pages() {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("resources").putObject("limits").put("hugepages-2Mi", "8Gi");
        return tree;
    }

    private static ObjectNode lock() {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("securityContext").putObject("capabilities").putArray("add").add("IPC_LOCK");
        return tree;
    }

    /** Instances of several profiles in one container, which sees one of them. */
    private static void profiles(TemplateContainer container, CheckContext look) {
        var instances = container.asked().stream().filter(asked -> asked.resource().startsWith(MIG)
                && asked.count() > 0 && MigProfile.ofResource(asked.resource()).isPresent()).toList();
        if (instances.size() > 1) {
            look.offer("mig-several", instances.getFirst().value(),
                    "A process of CUDA sees one MIG instance only; this container asks for %s".formatted(instances
                            .stream().map(asked -> asked.resource().substring(MIG.length() - 4))
                            .collect(Collectors.joining(" and "))),
                    MigRequestFixes.alone(instances));
        }
    }

    private static void sides(TemplateContainer container, CheckContext look) {
        var names = container.asked().stream().map(ContainerRequest::resource).collect(Collectors.toSet());
        if (names.contains("aws.amazon.com/neuron") && names.contains("aws.amazon.com/neuroncore")) {
            look.offer("neuron-twice", container.resources(),
                    "Chips and cores are two views of the same devices: ask for one of them",
                    container.asked().stream().filter(asked -> asked.resource().startsWith("aws.amazon.com/neuron"))
                            .flatMap(asked -> RequestFixes.without(asked).stream()).toList());
        }
        boolean remote = names.stream().anyMatch(name -> name.startsWith("rdma/"));
        if (remote && !container.value().at("securityContext", "capabilities", "add").texts().contains("IPC_LOCK")) {
            // Namespaces that are restricted refuse pods that add it.
            look.offer("rdma-without-lock", container.value(),
                    "RDMA pins memory, which takes the capability IPC_LOCK unless the runtime lifts the limit",
                    ManifestEditor
                            .ways(ManifestEditor.fix("Add IPC_LOCK", YamlInsertions.merge(container.value(), lock()))));
        }
    }

    @Override
    public void template(PodTemplate template, CheckContext look) {
        var amounts = template.extended();
        var kinds = amounts.entrySet().stream().filter(entry -> entry.getValue() > 0)
                .flatMap(entry -> look.accelerators().of(entry.getKey()).stream()).filter(Accelerator::computes)
                .toList();
        var place = devices(template, look);
        var vendors = kinds.stream().map(Accelerator::vendor).collect(Collectors.toCollection(LinkedHashSet::new));
        if (vendors.size() > 1) {
            look.offer("vendors-mixed", place,
                    "Hardly any node has devices of " + String.join(" and ", vendors) + " side by side",
                    vendors.stream()
                            .flatMap(vendor -> RequestFixes.without("Ask for those of %s alone".formatted(vendor),
                                    template, asked -> other(asked, vendor, look)).stream())
                            .toList());
        }
        boolean whole = kinds.stream()
                .anyMatch(kind -> kind.vendor().equals("NVIDIA") && kind.form() == UnitForm.DEVICE);
        if (whole && kinds.stream().anyMatch(Accelerator::mig)) {
            look.offer("gpu-beside-mig", place,
                    "Whole GPUs and MIG instances are on one node only where some of its GPUs are divided and some not",
                    ManifestEditor.ways(
                            RequestFixes.without("Ask for the whole GPU alone", template,
                                    asked -> asked.resource().startsWith(MIG)),
                            RequestFixes.without("Ask for the MIG instance alone", template,
                                    asked -> look.accelerators().of(asked.resource()).filter(
                                            kind -> kind.computes() && kind.form() == UnitForm.DEVICE).isPresent())));
        }
        shares(template, look, place);
        together(template, look, place);
        topology(template, look, place);
    }

    static ManifestValue devices(PodTemplate template, CheckContext look) {
        return template.allContainers().stream().flatMap(container -> container.asked().stream())
                .filter(asked -> look.accelerator(asked.resource())).map(asked -> asked.value().key()).findFirst()
                .orElse(template.spec());
    }

    /** The device plugin renames all devices of a kind that a node shares, or none of them. */
    private static void shares(PodTemplate template, CheckContext look, ManifestValue place) {
        var amounts = template.extended();
        amounts.forEach((name, amount) -> {
            var share = name + SHARED;
            boolean both = amount > 0 && amounts.getOrDefault(share, 0L) > 0 && look.accelerator(share);
            if (both && look.cluster().filter(around -> around.snapshot().nodes().stream()
                    .anyMatch(node -> node.facts().allocatable().get(name) > 0
                            && node.facts().allocatable().get(share) > 0))
                    .isEmpty()) {
                look.offer("gpu-beside-shared", place,
                        "A node offers %s or, where it shares them under that name, %s: none has both"
                                .formatted(name, share),
                        ManifestEditor.ways(
                                RequestFixes.without("Ask for %s alone".formatted(name), template,
                                        asked -> asked.resource().equals(share)),
                                RequestFixes.without("Ask for %s alone".formatted(share), template,
                                        asked -> asked.resource().equals(name))));
            }
        });
    }

    private static void together(PodTemplate template, CheckContext look, ManifestValue place) {
        var profiles = template.extended().keySet().stream().flatMap(name -> MigProfile.ofResource(name).stream())
                .distinct().toList();
        boolean each = profiles.stream().allMatch(profile -> look.mig().all().stream()
                .anyMatch(product -> product.profile(profile).isPresent()));
        boolean one = look.mig().all().stream()
                .anyMatch(product -> profiles.stream().allMatch(profile -> product.profile(profile).isPresent()));
        if (profiles.size() > 1 && each && !one) {
            look.offer("mig-profiles-never-together", place,
                    "No GPU can be divided into %s, so that no node with GPUs of "
                            .formatted(profiles.stream().map(MigProfile::name).collect(Collectors.joining(" and ")))
                            + "one kind has both",
                    profiles.stream().flatMap(kept -> RequestFixes.without("Ask for %s alone".formatted(kept.name()),
                            template, asked -> asked.resource().startsWith(MIG)
                                    && !MigProfile.ofResource(asked.resource()).equals(Optional.of(kept)))
                            .stream())
                            .toList());
        }
    }

    private static void topology(PodTemplate template, CheckContext look, ManifestValue place) {
        var selector = template.spec().at("nodeSelector");
        var missing = TPU_LABELS.stream().filter(label -> !selector.at(label).present()).toList();
        if (template.whole() && template.extended().getOrDefault(TPU, 0L) > 0 && !missing.isEmpty()) {
            look.offer("tpu-selector-missing", place,
                    "TPUs are found by labels: select " + String.join(" and ", missing),
                    MigRequestFixes.topologies(template, missing, look.cluster()));
        }
    }

    private static boolean other(ContainerRequest asked, String vendor, CheckContext look) {
        return look.accelerators().of(asked.resource()).filter(Accelerator::computes)
                .filter(kind -> !kind.vendor().equals(vendor)).isPresent();
    }
}
