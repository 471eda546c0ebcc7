package tessera.mig;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the products of the catalogue's file. */
final class ProductTree {

    private ProductTree() {}

    static List<MigProduct> read(JsonNode tree) {
        var products = new ArrayList<MigProduct>();
        tree.path("products").forEach(product -> products.add(product(product)));
        return products;
    }

    private static MigProduct product(JsonNode node) {
        var driver = node.path("driver").asText();
        var profiles = new ArrayList<InstanceProfile>();
        node.path("profiles").forEach(profile -> profiles.add(profile(profile, driver)));
        var pool = node.path("mediaPool");
        return new MigProduct(node.path("id").asText(), node.path("name").asText(), texts(node.path("labels")),
                texts(node.path("pci")), node.path("compute").asInt(), number(node.path("memory")),
                pool.isMissingNode() ? Optional.empty() : Optional.of(engines(pool)),
                node.path("observed").asBoolean(), profiles);
    }

    private static InstanceProfile profile(JsonNode node, String driver) {
        var name = MigProfile.parse(node.path("name").asText()).orElseThrow();
        var memory = number(node.path("memory"));
        var placements = new ArrayList<MigPlacement>();
        node.path("starts").forEach(start -> placements.add(new MigPlacement(start.asInt(), memory.orElseThrow())));
        return new InstanceProfile(name, number(node.path("id")), memory, node.path("most").asInt(), placements,
                number(node.path("sms")), engines(node.path("engines")), node.path("driver").asText(driver));
    }

    private static MigEngines engines(JsonNode node) {
        var counts = new EnumMap<MigEngines.EngineKind, Integer>(MigEngines.EngineKind.class);
        for (var kind : MigEngines.EngineKind.values()) {
            number(node.path(kind.name().toLowerCase(Locale.ROOT))).ifPresent(count -> counts.put(kind, count));
        }
        return new MigEngines(counts);
    }

    private static OptionalInt number(JsonNode node) {
        return node.isInt() ? OptionalInt.of(node.asInt()) : OptionalInt.empty();
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
