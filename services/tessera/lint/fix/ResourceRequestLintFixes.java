package tessera.lint.fix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.model.NodeWithBoundPods;
import tessera.text.MessageCatalog;

/** Fixes for resource requests of containers. */
public final class ResourceRequestLintFixes {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceRequestLintFixes.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Pattern SLOPPY = Pattern
            .compile("\\s*+(\\d++)(?:[.,](\\d++))?+\\s*+([kKmMgGtT]?)[iI]?(?:[bB]|cores?|cpus?)?\\s*+");
    private static final String SHARE = "nvidia.com/gpu.shared";
    private static final String INSTANCE = "nvidia.com/mig-";
    private static final int MOST = 3;
    /** For each device, where nobody says more. */
    private static final int CORES = 8;
    private static final int GIBIBYTES = 16;

    private ResourceRequestLintFixes() {}

    /** Returns a fix to another amount, wherever it is written. */
    public static Optional<LintFix> toAmount(ContainerResourceRequest request, String amount) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.request", amount),
                editValues(request, value -> ManifestSourceEditor.replace(value, amount)));
    }

    /** Returns a fix to another resource with another amount. */
    public static Optional<LintFix> toResource(ContainerResourceRequest request, String name, String amount) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.request.resource", amount, name),
                editValues(request,
                        value -> ManifestSourceEditor.joinEdits(ManifestSourceEditor.replace(value.key(), name),
                                ManifestSourceEditor.replace(value, amount))));
    }

    /** Returns a fix to the same amount of another resource. */
    public static Optional<LintFix> toResource(ContainerResourceRequest request, String name) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.rename", name),
                editValues(request, value -> ManifestSourceEditor.replace(value.key(), name)));
    }

    /** Returns a fix to the intended name, or a removal if that much is requested by that name already. */
    public static Optional<LintFix> correctName(ContainerResourceRequest request, String name) {
        return ManifestSourceEditor
                .fixOf(MESSAGES.text("fix.rename", name),
                        editValues(request, value -> ManifestSourceEditor.renameKey(value, name)))
                .flatMap(fix -> fix.isRemoval() ? removeRequest(request) : Optional.of(fix));
    }

    /** Returns fixes to one of two amounts, given under the right and under a wrong name. */
    public static List<LintFix> chooseAmount(ContainerResourceRequest request, String name) {
        return ManifestSourceEditor.availableFixes(removeRequest(request),
                ManifestSourceEditor.fixOf(MESSAGES.text("fix.request.resource",
                        QuantityParser.readableText(request.value().text()), name),
                        editValues(request, value -> ManifestSourceEditor.moveOver(value, name))));
    }

    private static List<TextEdit> editValues(ContainerResourceRequest request,
            Function<ManifestValue, List<TextEdit>> edit) {
        var edits = new ArrayList<TextEdit>();
        for (var value : List.of(request.request(), request.limit())) {
            if (value.isWritten()) {
                var part = edit.apply(value);
                if (part.isEmpty()) {
                    return List.of();
                }
                edits.addAll(part);
            }
        }
        return edits;
    }

    /** Returns a fix that removes the request. */
    public static Optional<LintFix> removeRequest(ContainerResourceRequest request) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.named", request.resource()),
                editValues(request, ManifestSourceEditor::remove));
    }

    /** Returns a fix that removes requests for some resources from all containers. */
    public static Optional<LintFix> removeRequests(String text, ManifestPodTemplate template,
            Predicate<ContainerResourceRequest> which) {
        var edits = new ArrayList<TextEdit>();
        for (var container : template.allContainers()) {
            for (var request : container.requests()) {
                if (which.test(request)) {
                    edits.addAll(editValues(request, ManifestSourceEditor::remove));
                }
            }
        }
        return ManifestSourceEditor.fixOf(text, edits);
    }

    /** Returns fixes to a whole number of devices, or to one share or MIG instance. */
    public static List<LintFix> toWholeAmount(ContainerResourceRequest request, BigDecimal amount,
            Optional<ManifestTargetCluster> cluster) {
        var up = amount.abs().max(BigDecimal.ONE).setScale(0, RoundingMode.CEILING).toPlainString();
        var fixes = new ArrayList<>(toAmount(request, up).stream().toList());
        if (request.resource().equals("nvidia.com/gpu") && amount.compareTo(BigDecimal.ONE) < 0) {
            var parts = cluster.map(ResourceRequestLintFixes::instanceNames).orElse(List.of(SHARE));
            parts.forEach(name -> toResource(request, name, "1").ifPresent(fixes::add));
        }
        return fixes;
    }

    private static List<String> instanceNames(ManifestTargetCluster targetCluster) {
        return offeredInDomain(targetCluster, "nvidia.com/").stream()
                .filter(name -> name.startsWith(INSTANCE) || name.endsWith(".shared")).limit(MOST).toList();
    }

    /** Returns fixes to resources of the vendor in place of an unknown name, as far as these are known. */
    public static List<LintFix> toOfferedResource(ContainerResourceRequest request,
            Optional<ManifestTargetCluster> cluster) {
        var vendor = vendorOf(request.resource());
        var names = cluster
                .map(targetCluster -> offeredByVendor(targetCluster, request.resource()).stream().limit(MOST).toList())
                .orElse(vendor.equals("nvidia") ? List.of("nvidia.com/gpu") : List.of());
        var fixes = new ArrayList<LintFix>();
        names.forEach(name -> toResource(request, name).ifPresent(fixes::add));
        removeRequest(request).ifPresent(fixes::add);
        return fixes;
    }

    /** Returns the resources that nodes offer of a name's presumed vendor, sorted. */
    public static List<String> offeredByVendor(ManifestTargetCluster cluster, String resource) {
        return offeredInDomain(cluster, "").stream()
                .filter(name -> name.contains("/") && name.replaceFirst("/.*", "").contains(vendorOf(resource)))
                .toList();
    }

    /** Returns for example {@code nvidia} of {@code nvidia.com/gpu} and of {@code nvidia/gpu}. */
    private static String vendorOf(String resource) {
        return resource.replaceFirst("[./].*", "");
    }

    /** Returns the resources that nodes offer under a domain, sorted. */
    public static List<String> offeredInDomain(ManifestTargetCluster cluster, String domain) {
        return cluster.snapshot().nodes().stream().flatMap(node -> allocatableInDomain(node, domain)).distinct()
                .sorted().toList();
    }

    private static Stream<String> allocatableInDomain(NodeWithBoundPods node, String domain) {
        return node.nodeSummary().allocatable().names().stream()
                .filter(name -> name.startsWith(domain) && node.nodeSummary().allocatable().get(name) > 0);
    }

    /** Returns fixes to the presumably intended amount. */
    public static List<LintFix> toMeantAmount(ContainerResourceRequest request, ManifestValue value) {
        var sloppy = SLOPPY.matcher(value.text());
        var fixes = new ArrayList<LintFix>();
        if (sloppy.matches()) {
            var number = sloppy.group(1) + (sloppy.group(2) == null ? "" : "." + sloppy.group(2));
            var unit = sloppy.group(3).toUpperCase(Locale.ROOT);
            var plain = unit.isEmpty() || request.resource().equals("cpu");
            (plain ? List.of(number) : List.of(number + unit + "i", number + unit.replace("K", "k"))).stream()
                    .filter(amount -> QuantityParser.parseExact(amount).isPresent())
                    .forEach(amount -> ManifestSourceEditor
                            .fixOf(MESSAGES.text("fix.write", amount), ManifestSourceEditor.replace(value, amount))
                            .ifPresent(fixes::add));
        }
        ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"), ManifestSourceEditor.remove(value))
                .ifPresent(fixes::add);
        return fixes;
    }

    /** Returns a fix that adds the usual CPU and memory for a container's devices, or for none. */
    public static Optional<LintFix> addUsualAmounts(PodTemplateContainer container, List<String> parts,
            List<String> resources, long devices) {
        var tree = JSON.objectNode();
        var amounts = new ArrayList<String>();
        for (var part : parts) {
            var inner = tree.withObjectProperty("resources").withObjectProperty(part);
            for (var resource : resources) {
                var amount = resource.equals("cpu") ? Long.toString(Math.max(1, CORES * devices))
                        : Math.max(1, GIBIBYTES * devices) + "Gi";
                inner.put(resource, amount);
                amounts.add(amount + " " + resource);
            }
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.request", amounts),
                YamlBlockEditor.mergeTree(container.value(), tree));
    }

    /** Returns fixes that move a pod-level request to one of its containers. */
    public static List<LintFix> moveToContainer(ManifestPodTemplate template, String resource) {
        var requests = template.spec().at("resources", "requests", resource);
        var limits = template.spec().at("resources", "limits", resource);
        var request = new ContainerResourceRequest(resource, requests, limits);
        var fixes = new ArrayList<LintFix>();
        for (var container : template.containers().stream().limit(MOST).toList()) {
            var tree = JSON.objectNode();
            tree.withObjectProperty("resources").withObjectProperty("limits").set(resource,
                    numberNode(request.value().text()));
            ManifestSourceEditor.fixOf(MESSAGES.text("fix.request.container", container.name()),
                    editValues(request, ManifestSourceEditor::remove),
                    YamlBlockEditor.mergeTree(container.value(), tree)).ifPresent(fixes::add);
        }
        return fixes;
    }

    private static JsonNode numberNode(String text) {
        if (text.matches("\\d{1,15}")) {
            return JSON.numberNode(Long.parseLong(text));
        }
        return JSON.textNode(text);
    }
}
