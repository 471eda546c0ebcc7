package tessera.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalogEntry.ResourceUnitKind;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.PodSummary;
import tessera.text.TextExcerpt;

/**
 * The catalogue of accelerators: extended resources that are devices or parts of devices, and product names. It is data ({@code accelerators.json}); a new vendor is a line there.
 *
 * <p>Safe for use by several threads.
 */
public final class AcceleratorCatalog {

    /**
     * A product by its market name.
     *
     * @param gigabytes memory of one device; 0 when the catalogue does not know the product
     */
    public record AcceleratorProduct(String name, int gigabytes) {

        /** Returns for example {@code H100 SXM 80 GB}. */
        public String title() {
            return gigabytes == 0 ? name : name + " " + gigabytes + " GB";
        }

        /** Returns the only product, or one that names all. */
        static AcceleratorProduct combined(List<AcceleratorProduct> products) {
            if (products.size() == 1) {
                return products.getFirst();
            }
            return new AcceleratorProduct(
                    products.stream().map(AcceleratorProduct::title).collect(Collectors.joining(" + ")), 0);
        }
    }

    private record AcceleratorResourcePattern(Pattern resource, AcceleratorCatalogEntry accelerator) {}

    /** The catalogue that ships with the product, read at first use. */
    private record ShippedAcceleratorHolder(List<AcceleratorResourcePattern> rules,
            Map<String, AcceleratorProduct> products) {

        private static final ShippedAcceleratorHolder SHIPPED = read();

        private static ShippedAcceleratorHolder read() {
            try (var file = Objects.requireNonNull(AcceleratorCatalog.class.getResourceAsStream("accelerators.json"))) {
                var tree = new ObjectMapper().readTree(file);
                return new ShippedAcceleratorHolder(
                        AcceleratorCatalog.readRules(tree.path("resources"), tree.path("labels")),
                        AcceleratorCatalog.readProducts(tree.path("models")));
            } catch (IOException e) {
                throw new UncheckedIOException("Unreadable accelerators.json", e);
            }
        }
    }

    private static final String SHARED = "-SHARED";
    /** AMD writes the code name of the chip first, and the product after it. */
    private static final Pattern IN_BRACKETS = Pattern.compile("\\[([^\\[\\]]++)\\]");

    private final List<AcceleratorResourcePattern> configuredRules;
    private final Map<String, Optional<AcceleratorCatalogEntry>> entriesByResource = new ConcurrentHashMap<>();

    private AcceleratorCatalog(List<AcceleratorResourcePattern> configuredRules) {
        this.configuredRules = configuredRules;
    }

    /** Returns the catalogue that ships with the product. */
    public static AcceleratorCatalog standard() {
        return new AcceleratorCatalog(List.of());
    }

    /** Returns this catalogue with further extended resources that the user counts as devices. */
    public AcceleratorCatalog withResources(List<String> resources) {
        var more = new ArrayList<AcceleratorResourcePattern>();
        for (var resource : resources) {
            more.add(new AcceleratorResourcePattern(Pattern.compile(Pattern.quote(resource)),
                    AcceleratorCatalogEntry.forResource(resource)));
        }
        more.addAll(configuredRules);
        return new AcceleratorCatalog(List.copyOf(more));
    }

    /** Returns the accelerator behind a resource; empty if the catalogue does not know it as one. */
    public Optional<AcceleratorCatalogEntry> acceleratorOf(String resource) {
        return entriesByResource.computeIfAbsent(resource, this::find);
    }

    /** Returns the kinds that compute, in the catalogue's order. */
    public List<AcceleratorCatalogEntry> computeKinds() {
        return rules().map(AcceleratorResourcePattern::accelerator).filter(AcceleratorCatalogEntry::isCompute).toList();
    }

    /** Returns whether the amounts include any of a resource that is an accelerator or part of one. */
    public boolean isRequested(ResourceAmounts requests, String resource) {
        return requests.get(resource) > 0
                && acceleratorOf(resource).filter(AcceleratorCatalogEntry::marksGpuPod).isPresent();
    }

    /** Returns whether the amounts include any accelerator. */
    public boolean isRequestedBy(ResourceAmounts requests) {
        for (var name : requests.names()) {
            if (isRequested(requests, name)) {
                return true;
            }
        }
        return false;
    }

    /** Counts the accelerators, or parts of them, among some amounts. */
    public long units(ResourceAmounts amounts) {
        long sum = 0;
        for (var name : amounts.names()) {
            if (acceleratorOf(name).filter(AcceleratorCatalogEntry::isCompute).isPresent()) {
                sum = ResourceAmounts.saturatedSum(sum, amounts.get(name));
            }
        }
        return sum;
    }

    /** Returns whether a pod requests an accelerator or part of one, by resource requests or KAI annotations. */
    public boolean isRequestedBy(PodSummary pod) {
        return isRequestedBy(pod.requests()) || KaiGpuFraction.fromAnnotations(pod).isPresent();
    }

    /** Returns the product for a label value, e.g. {@code NVIDIA-H100-80GB-HBM3-SHARED}. */
    public AcceleratorProduct product(String label) {
        var plain = plainLabel(label);
        var product = ShippedAcceleratorHolder.SHIPPED.products().get(plain);
        return product != null ? product : new AcceleratorProduct(readableName(plain), 0);
    }

    /** Returns a product label's value without what it adds about the division. */
    static String plainLabel(String label) {
        return TextExcerpt.beforeFirst(TextExcerpt.withoutSuffix(label, SHARED), "-MIG-");
    }

    /**
     * Returns the product of a device by the model that its exporter reports: a node may have other devices than its labels say.
     *
     * @param model as the exporter calls it; empty where it does not tell
     * @param node  what the labels of the node say
     */
    static AcceleratorProduct productOfDevice(String model, AcceleratorProduct node, String label) {
        var bracket = IN_BRACKETS.matcher(model);
        var name = (bracket.find() ? bracket.group(1) : model).replaceFirst(" VF$", "").strip();
        if (name.isEmpty()) {
            return node;
        }
        if (alphanumericName(label).startsWith(alphanumericName(name))) {
            // The label is of one board where the node has several models.
            return ShippedAcceleratorHolder.SHIPPED.products().getOrDefault(plainLabel(label), node);
        }
        var product = ShippedAcceleratorHolder.SHIPPED.products().get(name.replace(' ', '-'));
        if (product != null) {
            return product.name().equals(node.name()) ? node : product;
        }
        var told = alphanumericName(node.name());
        if (!told.isEmpty() && alphanumericName(name).contains(told)) {
            return node;
        }
        return new AcceleratorProduct(readableName(name), 0);
    }

    private static String alphanumericName(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /** Returns the products of the catalogue. */
    static Collection<AcceleratorProduct> products() {
        return ShippedAcceleratorHolder.SHIPPED.products().values();
    }

    static String readableName(String label) {
        return label.replaceFirst("^(NVIDIA|AMD|Tesla)[-_ ]", "").replaceFirst("^Instinct[-_ ]", "").replace('-', ' ')
                .replace('_', ' ').strip();
    }

    private Stream<AcceleratorResourcePattern> rules() {
        return Stream.concat(configuredRules.stream(), ShippedAcceleratorHolder.SHIPPED.rules().stream());
    }

    private Optional<AcceleratorCatalogEntry> find(String resource) {
        return rules().filter(rule -> rule.resource().matcher(resource).matches())
                .map(AcceleratorResourcePattern::accelerator)
                .filter(acceleratorCatalogEntry -> acceleratorCatalogEntry.unitKind() != ResourceUnitKind.SYSTEM)
                .findFirst();
    }

    private static List<AcceleratorResourcePattern> readRules(JsonNode resources, JsonNode labels) {
        var rules = new ArrayList<AcceleratorResourcePattern>();
        for (var node : resources) {
            var vendor = node.path("vendor").asText();
            rules.add(new AcceleratorResourcePattern(Pattern.compile(node.path("match").asText()),
                    new AcceleratorCatalogEntry(node.path("id").asText(), vendor,
                            node.path("title")
                                    .asText(vendor + " " + node.path("kind").asText().toUpperCase(Locale.ROOT)),
                            node.path("kind").asText(),
                            ResourceUnitKind.valueOf(node.path("form").asText().toUpperCase(Locale.ROOT)),
                            readLabels(labels.path(node.path("labels").asText())))));
        }
        return List.copyOf(rules);
    }

    private static AcceleratorCatalogEntry.DeviceLabelKeys readLabels(JsonNode labels) {
        if (labels.isMissingNode()) {
            return AcceleratorCatalogEntry.DeviceLabelKeys.NONE;
        }
        return new AcceleratorCatalogEntry.DeviceLabelKeys(readTexts(labels.path("present")),
                readTexts(labels.path("model")), readTexts(labels.path("memory")), readTexts(labels.path("count")),
                readTexts(labels.path("counted")).stream().findFirst().map(Pattern::compile),
                readTexts(labels.path("numbered")), readTexts(labels.path("partition")),
                readTexts(labels.path("registers")), readTexts(labels.path("driver")));
    }

    private static Map<String, AcceleratorProduct> readProducts(JsonNode models) {
        var products = new LinkedHashMap<String, AcceleratorProduct>();
        for (var node : models) {
            var product = new AcceleratorProduct(node.path("name").asText(), node.path("memoryGB").asInt());
            products.put(node.path("product").asText(), product);
            readTexts(node.path("aliases")).forEach(alias -> products.put(alias, product));
        }
        return Map.copyOf(products);
    }

    private static List<String> readTexts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }

    /** Returns a resource without its vendor's domain: {@code gpu}, {@code mig-3g.40gb}. */
    public static String shortName(String resource) {
        return resource.substring(resource.indexOf('/') + 1);
    }
}
