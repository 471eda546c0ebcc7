package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.LabelRequirement;
import tessera.model.NodeRule;
import tessera.model.NodeRule.NodeRuleTerm;
import tessera.model.SchedulingConstraints;
import tessera.model.Toleration;

/** Where a pod may go while it is being read. Used again and again; read of those alone that have no node yet. */
final class PlacingDraft {

    /** More of anything than any pod has. */
    private static final int MOST = 500;
    private static final FieldTable AFFINITY = FieldTable.of("nodeAffinity", "podAffinity", "podAntiAffinity");
    private static final FieldTable REQUIRED = FieldTable.of("requiredDuringSchedulingIgnoredDuringExecution");
    private static final FieldTable TERMS = FieldTable.of("nodeSelectorTerms");
    private static final FieldTable TERM = FieldTable.of("matchExpressions", "matchFields");
    private static final FieldTable REQUIREMENT = FieldTable.of("key", "operator", "values");
    private static final FieldTable TOLERATION = FieldTable.of("key", "operator", "value", "effect",
            "tolerationSeconds");
    private static final FieldTable NAME = FieldTable.of("name");

    final TiesDraft ties = new TiesDraft();
    String scheduler = "";
    private List<String> gates = List.of();
    private final LabelDraft selector = new LabelDraft();
    private List<Toleration> tolerations = List.of();
    private @Nullable List<NodeRuleTerm> terms;
    private boolean cut;

    /** Reads one of several. */
    @FunctionalInterface
    private interface TermReader<T> {
        T read(JsonScanner json, StringPool strings) throws IOException;
    }

    void clear() {
        selector.clear();
        tolerations = List.of();
        terms = null;
        ties.clear();
        scheduler = "";
        gates = List.of();
        cut = false;
    }

    void selector(JsonScanner json, StringPool strings) throws IOException {
        selector.read(json, strings);
    }

    void tolerations(JsonScanner json, StringPool strings) throws IOException {
        tolerations = objects(json, strings, PlacingDraft::toleration);
    }

    void gates(JsonScanner json, StringPool strings) throws IOException {
        gates = objects(json, strings, PlacingDraft::name);
    }

    private static String name(JsonScanner json, StringPool strings) throws IOException {
        var name = "";
        while (json.field(NAME) != JsonScanner.END) {
            name = json.text(strings);
        }
        return name;
    }

    void affinity(JsonScanner json, StringPool strings) throws IOException {
        terms = null;
        ties.alone();
        if (!json.object()) {
            return;
        }
        for (int field = json.field(AFFINITY); field != JsonScanner.END; field = json.field(AFFINITY)) {
            switch (field) {
                case 0 -> {
                    terms = null;
                    if (json.object()) {
                        required(json, strings);
                    }
                }
                case 1 -> ties.near(json);
                case 2 -> ties.apart(json);
            }
        }
    }

    private void required(JsonScanner json, StringPool strings) throws IOException {
        while (json.field(REQUIRED) != JsonScanner.END) {
            terms = null;
            if (json.object()) {
                terms = terms(json, strings);
            }
        }
    }

    /** Reads the alternatives of a node selector; one that names none matches nothing. */
    List<NodeRuleTerm> terms(JsonScanner json, StringPool strings) throws IOException {
        var alternatives = List.<NodeRuleTerm>of();
        while (json.field(TERMS) != JsonScanner.END) {
            alternatives = objects(json, strings, this::term);
        }
        return alternatives;
    }

    private NodeRuleTerm term(JsonScanner json, StringPool strings) throws IOException {
        var labels = List.<LabelRequirement>of();
        var fields = List.<LabelRequirement>of();
        for (int field = json.field(TERM); field != JsonScanner.END; field = json.field(TERM)) {
            switch (field) {
                case 0 -> labels = objects(json, strings, this::requirement);
                case 1 -> fields = objects(json, strings, this::requirement);
            }
        }
        return new NodeRuleTerm(labels, fields);
    }

    private LabelRequirement requirement(JsonScanner json, StringPool strings) throws IOException {
        var key = "";
        var operator = "";
        var values = List.<String>of();
        for (int field = json.field(REQUIREMENT); field != JsonScanner.END; field = json.field(REQUIREMENT)) {
            switch (field) {
                case 0 -> key = json.text(strings);
                case 1 -> operator = json.text(strings);
                case 2 -> values = texts(json, strings);
            }
        }
        return new LabelRequirement(key, operator, values);
    }

    private static Toleration toleration(JsonScanner json, StringPool strings) throws IOException {
        var key = "";
        var operator = "";
        var value = "";
        var effect = "";
        Long seconds = null;
        for (int field = json.field(TOLERATION); field != JsonScanner.END; field = json.field(TOLERATION)) {
            switch (field) {
                case 0 -> key = json.text(strings);
                case 1 -> operator = json.text(strings);
                case 2 -> value = json.text(strings);
                case 3 -> effect = json.text(strings);
                case 4 -> seconds = (long) json.number();
            }
        }
        return new Toleration(key, operator, value, effect, seconds);
    }

    private List<String> texts(JsonScanner json, StringPool strings) throws IOException {
        var texts = new ArrayList<String>();
        if (json.array()) {
            while (json.element()) {
                if (room(json, texts)) {
                    texts.add(json.text(strings));
                }
            }
        }
        return texts;
    }

    private <T> List<T> objects(JsonScanner json, StringPool strings, TermReader<T> reader) throws IOException {
        var objects = new ArrayList<T>();
        if (json.array()) {
            while (json.element()) {
                if (room(json, objects) && json.object()) {
                    objects.add(reader.read(json, strings));
                }
            }
        }
        return objects;
    }

    private boolean room(JsonScanner json, List<?> list) throws IOException {
        if (list.size() < MOST) {
            return true;
        }
        cut = true;
        json.surplus(MOST);
        return false;
    }

    /**
     * Empty where not all of it was read.
     *
     * @param volumes whether the pod claims storage
     */
    Optional<SchedulingConstraints> placing(InternPool shared, boolean volumes) {
        return cut ? Optional.empty()
                : Optional.of(shared.placing(new SchedulingConstraints(
                        new NodeRule(selector.requirements(), Optional.ofNullable(terms)), tolerations,
                        ties.ties(volumes),
                        scheduler, gates)));
    }
}
