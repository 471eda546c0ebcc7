package tessera.mig;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the products of the catalogue's file. */
final class MigProductCatalogReader {

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
        return new GpuInstanceProfile(name, readNumber(node.path("id")), memory, node.path("most").asInt(), placements,
                readNumber(node.path("sms")), readEngines(node.path("engines")), node.path("driver").asText(driver));
    }

    private static GpuMediaEngines readEngines(JsonNode node) {
        var counts = new EnumMap<GpuMediaEngines.MediaEngineKind, Integer>(GpuMediaEngines.MediaEngineKind.class);
        for (var kind : GpuMediaEngines.MediaEngineKind.values()) {
            readNumber(node.path(kind.name().toLowerCase(Locale.ROOT))).ifPresent(count -> counts.put(kind, count));
        }
        return new GpuMediaEngines(counts);
    }

    private static OptionalInt readNumber(JsonNode node) {
        return node.isInt() ? OptionalInt.of(node.asInt()) : OptionalInt.empty();
    }

    private static List<String> textList(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
