package tessera.mig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The catalogue of products that support MIG. It is data ({@code mig-profiles.json}).
 *
 * <p>Safe for use by several threads.
 */
public final class MigProductCatalog {

    private static final Pattern PCI_ID = Pattern.compile("(?:10DE:)?(?:0X)?([0-9A-F]{4})(?:10DE)?");

    private record MigProductRule(Pattern label, MigProduct product) {}

    private final List<MigProduct> products;
    private final List<MigProductRule> rules;
    private final Map<String, MigProduct> byPciDevice = new HashMap<>();

    MigProductCatalog(List<MigProduct> products) {
        this.products = List.copyOf(products);
        this.rules = products.stream().flatMap(
                product -> product.labels().stream().map(label -> new MigProductRule(Pattern.compile(label), product)))
                .toList();
        for (var product : products) {
            product.pciDevices().forEach(device -> byPciDevice.put(device, product));
        }
    }

    /** Returns the catalogue that ships with the product. */
    public static MigProductCatalog bundled() {
        return ShippedMigProductHolder.PRODUCTS;
    }

    /** Holder that reads the catalogue on first use. */
    private static final class ShippedMigProductHolder {

        private static final MigProductCatalog PRODUCTS = readShipped();
    }

    private static MigProductCatalog readShipped() {
        try (var file = Objects.requireNonNull(MigProductCatalog.class.getResourceAsStream("mig-profiles.json"))) {
            return new MigProductCatalog(MigProductCatalogReader.readProducts(new ObjectMapper().readTree(file)));
        } catch (IOException e) {
            throw new UncheckedIOException("mig-profiles.json is damaged", e);
        }
    }

    /** Returns all products, in the catalogue's order. */
    public List<MigProduct> allProducts() {
        return products;
    }

    public Optional<MigProduct> findById(String id) {
        return products.stream().filter(product -> product.id().equals(id)).findFirst();
    }

    /** Returns the product of a node's {@code nvidia.com/gpu.product}, whatever strategy and sharing added to it. */
    public Optional<MigProduct> findByLabel(String label) {
        var plain = label.replaceFirst("-SHARED$", "").replaceFirst("-MIG-.*$", "");
        return rules.stream().filter(rule -> rule.label().matcher(plain).matches()).map(MigProductRule::product)
                .findFirst();
    }

    /** Returns the product of a device as nvidia-smi and DCGM name it, e.g. {@code NVIDIA H100 80GB HBM3}. */
    public Optional<MigProduct> findByModel(String model) {
        return findByLabel(model.strip().replaceAll("[^A-Za-z0-9-_. ]", "").replaceAll(" +", "-"));
    }

    /** Returns the product of a PCI device, e.g. {@code 0x2330}, {@code 10de:2330} or mig-parted's {@code 0x233010DE}. */
    public Optional<MigProduct> findByPciId(String id) {
        return parsePciDevice(id).map(byPciDevice::get);
    }

    /** Returns the four digits of a PCI device id in any of its spellings. */
    static Optional<String> parsePciDevice(String id) {
        var match = PCI_ID.matcher(id.strip().toUpperCase(Locale.ROOT));
        if (match.matches()) {
            return Optional.of(match.group(1));
        }
        return Optional.empty();
    }

    /** Reads the products of the catalogue's file. */
    private static final class MigProductCatalogReader {

        private MigProductCatalogReader() {}

        static List<MigProduct> readProducts(JsonNode tree) {
            var products = new ArrayList<MigProduct>();
            tree.path("products").forEach(product -> products.add(readProduct(product)));
            return products;
        }

        private static MigProduct readProduct(JsonNode node) {
            var driver = node.path("driver").asText();
            var profiles = new ArrayList<GpuInstanceProfile>();
            node.path("profiles").forEach(profile -> profiles.add(readProfile(profile, driver)));
            var pool = node.path("mediaPool");
            return new MigProduct(node.path("id").asText(), node.path("name").asText(), textList(node.path("labels")),
                    textList(node.path("pci")), node.path("compute").asInt(), readNumber(node.path("memory")),
                    pool.isMissingNode() ? Optional.empty() : Optional.of(readEngines(pool)),
                    node.path("observed").asBoolean(), profiles);
        }

        private static GpuInstanceProfile readProfile(JsonNode node, String driver) {
            var name = MigProfile.parse(node.path("name").asText()).orElseThrow();
            var memory = readNumber(node.path("memory"));
            var placements = new ArrayList<MigPlacement>();
            node.path("starts").forEach(start -> placements.add(new MigPlacement(start.asInt(), memory.orElseThrow())));
            return new GpuInstanceProfile(name, readNumber(node.path("id")), memory, node.path("most").asInt(),
                    placements, readNumber(node.path("sms")), readEngines(node.path("engines")),
                    node.path("driver").asText(driver));
        }

        private static GpuMediaEngines readEngines(JsonNode node) {
            var counts = new EnumMap<GpuMediaEngines.MediaEngineKind, Integer>(GpuMediaEngines.MediaEngineKind.class);
            for (var kind : GpuMediaEngines.MediaEngineKind.values()) {
                readNumber(node.path(kind.name().toLowerCase(Locale.ROOT))).ifPresent(count -> counts.put(kind, count));
            }
            return new GpuMediaEngines(counts);
        }

        private static OptionalInt readNumber(JsonNode node) {
            if (node.isInt()) {
                return OptionalInt.of(node.asInt());
            }
            return OptionalInt.empty();
        }

        private static List<String> textList(JsonNode array) {
            var texts = new ArrayList<String>();
            array.forEach(text -> texts.add(text.asText()));
            return texts;
        }
    }
}
