package tessera.insight;

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
import java.util.stream.Stream;
import tessera.insight.Accelerator.UnitForm;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;

/**
 * The catalogue of accelerators: which extended resources are devices, parts of devices, or something else, and what
 * the products are called. It is data ({@code accelerators.json}); a new vendor is a line there.
 *
 * <p>Safe for use by several threads.
 */
public final class AcceleratorCatalog {

    /**
     * A product as the market calls it.
     *
     * @param gigabytes memory of one device; 0 when the catalogue does not know the product
     */
    public record Product(String name, int gigabytes) {

        /** For example {@code H100 SXM 80 GB}. */
        public String title() {
            return gigabytes == 0 ? name : name + " " + gigabytes + " GB";
        }
    }

    private record ResourceRule(Pattern resource, Accelerator accelerator) {}

    /** What ships with the product; read when somebody first wants it. */
    private record ShippedAccelerators(List<ResourceRule> rules, Map<String, Product> products) {

        private static final ShippedAccelerators SHIPPED = read();

        private static ShippedAccelerators read() {
            try (var file = Objects.requireNonNull(AcceleratorCatalog.class.getResourceAsStream("accelerators.json"))) {
                var tree = new ObjectMapper().readTree(file);
                return new ShippedAccelerators(AcceleratorCatalog.rules(tree.path("resources"), tree.path("labels")),
                        AcceleratorCatalog.products(tree.path("models")));
            } catch (IOException e) {
                throw new UncheckedIOException("The catalogue of accelerators is damaged", e);
            }
        }
    }

    private static final String SHARED = "-SHARED";
    /** AMD writes the code name of the chip first, and the product after it. */
    private static final Pattern IN_BRACKETS = Pattern.compile("\\[([^\\[\\]]++)\\]");

    private final List<ResourceRule> named;
    private final Map<String, Optional<Accelerator>> known = new ConcurrentHashMap<>();

    private AcceleratorCatalog(List<ResourceRule> named) {
        this.named = named;
    }

    /** The catalogue that ships with the product. */
    public static AcceleratorCatalog standard() {
        return new AcceleratorCatalog(List.of());
    }

    /** This catalogue and some extended resources that the user wants counted as devices. */
    public AcceleratorCatalog with(List<String> resources) {
        var more = new ArrayList<ResourceRule>();
        for (var resource : resources) {
            more.add(new ResourceRule(Pattern.compile(Pattern.quote(resource)), Accelerator.named(resource)));
        }
        more.addAll(named);
        return new AcceleratorCatalog(List.copyOf(more));
    }

    /** What a resource is; empty when it is no accelerator that the catalogue knows. */
    public Optional<Accelerator> of(String resource) {
        return known.computeIfAbsent(resource, this::find);
    }

    /** The kinds that compute, in the catalogue's order. */
    public List<Accelerator> computing() {
        return rules().map(ResourceRule::accelerator).filter(Accelerator::computes).toList();
    }

    /** Whether some amounts include any of a resource that is an accelerator or part of one. */
    public boolean wants(ResourceAmounts requests, String resource) {
        return requests.get(resource) > 0 && of(resource).filter(Accelerator::wanted).isPresent();
    }

    /** Whether some amounts include any of an accelerator. */
    public boolean wantedBy(ResourceAmounts requests) {
        for (var name : requests.names()) {
            if (wants(requests, name)) {
                return true;
            }
        }
        return false;
    }

    /** Counts the accelerators, or parts of them, among some amounts. */
    public long units(ResourceAmounts amounts) {
        long sum = 0;
        for (var name : amounts.names()) {
            if (of(name).filter(Accelerator::computes).isPresent()) {
                sum = ResourceAmounts.saturatedSum(sum, amounts.get(name));
            }
        }
        return sum;
    }

    /** Whether a pod asks for an accelerator, or for a part of one, by requests or by annotations of KAI. */
    public boolean wantedBy(PodFacts pod) {
        return wantedBy(pod.requests()) || GpuFraction.of(pod).isPresent();
    }

    /** What is called a product by a label value, e.g. {@code NVIDIA-H100-80GB-HBM3-SHARED}. */
    public Product product(String label) {
        var shared = label.endsWith(SHARED) ? label.substring(0, label.length() - SHARED.length()) : label;
        int cut = shared.indexOf("-MIG-");
        var plain = cut < 0 ? shared : shared.substring(0, cut);
        var product = ShippedAccelerators.SHIPPED.products().get(plain);
        return product != null ? product : new Product(readable(plain), 0);
    }

    /**
     * The product of a device of which its exporter tells the model: a node may have other devices than its labels say.
     *
     * @param model as the exporter calls it; empty where it does not tell
     * @param node  what the labels of the node say
     */
    static Product ofDevice(String model, Product node, String label) {
        var bracket = IN_BRACKETS.matcher(model);
        var name = (bracket.find() ? bracket.group(1) : model).replaceFirst(" VF$", "").strip();
        if (name.isEmpty() || letters(label).startsWith(letters(name))) {
            return node;
        }
        var known = ShippedAccelerators.SHIPPED.products().get(name.replace(' ', '-'));
        if (known != null) {
            return known.name().equals(node.name()) ? node : known;
        }
        var told = letters(node.name());
        return !told.isEmpty() && letters(name).contains(told) ? node : new Product(readable(name), 0);
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /** The products of the catalogue. */
    static Collection<Product> products() {
        return ShippedAccelerators.SHIPPED.products().values();
    }

    static String readable(String label) {
        return label.replaceFirst("^(NVIDIA|AMD|Tesla)[-_ ]", "").replaceFirst("^Instinct[-_ ]", "").replace('-', ' ')
                .replace('_', ' ').strip();
    }

    private Stream<ResourceRule> rules() {
        return Stream.concat(named.stream(), ShippedAccelerators.SHIPPED.rules().stream());
    }

    private Optional<Accelerator> find(String resource) {
        return rules().filter(rule -> rule.resource().matcher(resource).matches()).map(ResourceRule::accelerator)
                .filter(accelerator -> accelerator.form() != UnitForm.SYSTEM).findFirst();
    }

    private static List<ResourceRule> rules(JsonNode resources, JsonNode labels) {
        var rules = new ArrayList<ResourceRule>();
        for (var node : resources) {
            var vendor = node.path("vendor").asText();
            rules.add(new ResourceRule(Pattern.compile(node.path("match").asText()),
                    new Accelerator(node.path("id").asText(), vendor,
                            node.path("title")
                                    .asText(vendor + " " + node.path("kind").asText().toUpperCase(Locale.ROOT)),
                            node.path("kind").asText(),
                            UnitForm.valueOf(node.path("form").asText().toUpperCase(Locale.ROOT)),
                            labels(labels.path(node.path("labels").asText())))));
        }
        return List.copyOf(rules);
    }

    private static Accelerator.DeviceLabels labels(JsonNode labels) {
        return labels.isMissingNode() ? Accelerator.DeviceLabels.NONE
                : new Accelerator.DeviceLabels(texts(labels.path("present")), texts(labels.path("model")),
                        texts(labels.path("memory")), texts(labels.path("count")),
                        texts(labels.path("counted")).stream().findFirst().map(Pattern::compile),
                        texts(labels.path("numbered")), texts(labels.path("partition")),
                        texts(labels.path("registers")), texts(labels.path("driver")));
    }

    private static Map<String, Product> products(JsonNode models) {
        var products = new LinkedHashMap<String, Product>();
        for (var node : models) {
            var product = new Product(node.path("name").asText(), node.path("memoryGB").asInt());
            products.put(node.path("product").asText(), product);
            texts(node.path("aliases")).forEach(alias -> products.put(alias, product));
        }
        return Map.copyOf(products);
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }
}
