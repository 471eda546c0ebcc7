package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.kube.scheduling.RequiredNodeAffinity.NodeAffinityTerm;
import tessera.kube.scheduling.Toleration;
import tessera.model.PodSchedulingConstraints;
import tessera.model.UnevaluatedPodConstraints;

/** Scheduling constraints of a pod while it is being read. Used again and again; read of those alone that have no node yet. */
final class SchedulingConstraintsDecoder {

    /** More of anything than any pod has. */
    private static final int MOST = 500;
    private static final JsonFieldNameTable AFFINITY = JsonFieldNameTable.of("nodeAffinity", "podAffinity",
            "podAntiAffinity");
    private static final JsonFieldNameTable REQUIRED = JsonFieldNameTable
            .of("requiredDuringSchedulingIgnoredDuringExecution");
    private static final JsonFieldNameTable TERMS = JsonFieldNameTable.of("nodeSelectorTerms");
    private static final JsonFieldNameTable TERM = JsonFieldNameTable.of("matchExpressions", "matchFields");
    private static final JsonFieldNameTable REQUIREMENT = JsonFieldNameTable.of("key", "operator", "values");
    private static final JsonFieldNameTable TOLERATION = JsonFieldNameTable.of("key", "operator", "value", "effect",
            "tolerationSeconds");
    private static final JsonFieldNameTable NAME = JsonFieldNameTable.of("name");

    final UnevaluatedPodConstraintsDecoder ties = new UnevaluatedPodConstraintsDecoder();
    String scheduler = "";
    private List<String> gates = List.of();
    private final LabelsDecoder selector = new LabelsDecoder();
    private List<Toleration> tolerations = List.of();
    private @Nullable List<NodeAffinityTerm> terms;
    private boolean truncated;

    /** Reads one element of a list. */
    @FunctionalInterface
    private interface ListElementReader<T> {
        T read(JsonScanner json, StringPool strings) throws IOException;
    }

    void clear() {
        selector.clear();
        tolerations = List.of();
        terms = null;
        ties.clear();
        scheduler = "";
        gates = List.of();
        truncated = false;
    }

    void readSelector(JsonScanner json, StringPool strings) throws IOException {
        selector.read(json, strings);
    }

    void readTolerations(JsonScanner json, StringPool strings) throws IOException {
        tolerations = readObjects(json, strings, SchedulingConstraintsDecoder::readToleration);
    }

    void readGates(JsonScanner json, StringPool strings) throws IOException {
        gates = readObjects(json, strings, SchedulingConstraintsDecoder::readName);
    }

    private static String readName(JsonScanner json, StringPool strings) throws IOException {
        var name = "";
        while (json.nextField(NAME) != JsonScanner.END) {
            name = json.readText(strings);
        }
        return name;
    }

    void readAffinity(JsonScanner json, StringPool strings) throws IOException {
        terms = null;
        ties.clearAffinity();
        if (!json.enterObject()) {
            return;
        }
        for (int field = json.nextField(AFFINITY); field != JsonScanner.END; field = json.nextField(AFFINITY)) {
            switch (field) {
                case 0 -> {
                    terms = null;
                    if (json.enterObject()) {
                        readRequired(json, strings);
                    }
                }
                case 1 -> ties.readAffinity(json);
                case 2 -> ties.readAntiAffinity(json);
            }
        }
    }

    private void readRequired(JsonScanner json, StringPool strings) throws IOException {
        while (json.nextField(REQUIRED) != JsonScanner.END) {
            terms = null;
            if (json.enterObject()) {
                terms = readTerms(json, strings);
            }
        }
    }

    /** Reads the alternatives of a node selector; one without any matches nothing. */
    List<NodeAffinityTerm> readTerms(JsonScanner json, StringPool strings) throws IOException {
        var alternatives = List.<NodeAffinityTerm>of();
        while (json.nextField(TERMS) != JsonScanner.END) {
            alternatives = readObjects(json, strings, this::readTerm);
        }
        return alternatives;
    }

    private NodeAffinityTerm readTerm(JsonScanner json, StringPool strings) throws IOException {
        var labels = List.<LabelRequirement>of();
        var fields = List.<LabelRequirement>of();
        for (int field = json.nextField(TERM); field != JsonScanner.END; field = json.nextField(TERM)) {
            switch (field) {
                case 0 -> labels = readObjects(json, strings, this::readRequirement);
                case 1 -> fields = readObjects(json, strings, this::readRequirement);
            }
        }
        return new NodeAffinityTerm(labels, fields);
    }

    private LabelRequirement readRequirement(JsonScanner json, StringPool strings) throws IOException {
        var key = "";
        var operator = "";
        var values = List.<String>of();
        for (int field = json.nextField(REQUIREMENT); field != JsonScanner.END; field = json.nextField(REQUIREMENT)) {
            switch (field) {
                case 0 -> key = json.readText(strings);
                case 1 -> operator = json.readText(strings);
                case 2 -> values = readTexts(json, strings);
            }
        }
        return new LabelRequirement(key, operator, values);
    }

    private static Toleration readToleration(JsonScanner json, StringPool strings) throws IOException {
        var key = "";
        var operator = "";
        var value = "";
        var effect = "";
        Long seconds = null;
        for (int field = json.nextField(TOLERATION); field != JsonScanner.END; field = json.nextField(TOLERATION)) {
            switch (field) {
                case 0 -> key = json.readText(strings);
                case 1 -> operator = json.readText(strings);
                case 2 -> value = json.readText(strings);
                case 3 -> effect = json.readText(strings);
                case 4 -> seconds = (long) json.readNumber();
            }
        }
        return new Toleration(key, operator, value, effect, seconds);
    }

    private List<String> readTexts(JsonScanner json, StringPool strings) throws IOException {
        var texts = new ArrayList<String>();
        if (json.enterArray()) {
            while (json.nextElement()) {
                if (hasRoom(json, texts)) {
                    texts.add(json.readText(strings));
                }
            }
        }
        return texts;
    }

    private <T> List<T> readObjects(JsonScanner json, StringPool strings, ListElementReader<T> reader)
            throws IOException {
        var objects = new ArrayList<T>();
        if (json.enterArray()) {
            while (json.nextElement()) {
                if (hasRoom(json, objects) && json.enterObject()) {
                    objects.add(reader.read(json, strings));
                }
            }
        }
        return objects;
    }

    private boolean hasRoom(JsonScanner json, List<?> list) throws IOException {
        if (list.size() < MOST) {
            return true;
        }
        truncated = true;
        json.surplus(MOST);
        return false;
    }

    /**
     * Returns the constraints; empty where not all of it was read.
     *
     * @param volumes whether the pod claims storage
     */
    Optional<PodSchedulingConstraints> toConstraints(InternPool shared, boolean volumes) {
        if (truncated) {
            return Optional.empty();
        }
        return Optional.of(shared.internConstraints(new PodSchedulingConstraints(
                new RequiredNodeAffinity(selector.toRequirements(), Optional.ofNullable(terms)), tolerations,
                ties.toConstraints(volumes), scheduler, gates)));
    }

    /** Other constraints of a pod while it is being read: their presence only, not the pods or volumes they name. */
    static final class UnevaluatedPodConstraintsDecoder {

        /** More than any pod has. */
        private static final int MOST = 500;
        private static final JsonFieldNameTable SPREAD = JsonFieldNameTable.of("topologyKey", "whenUnsatisfiable");
        private static final JsonFieldNameTable REQUIRED = JsonFieldNameTable
                .of("requiredDuringSchedulingIgnoredDuringExecution");
        private static final String FORBIDS = "DoNotSchedule";

        private final List<String> spreadKeys = new ArrayList<>();
        private boolean podAffinity;
        private boolean podAntiAffinity;

        void clear() {
            spreadKeys.clear();
            clearAffinity();
        }

        /** Forgets pod affinity and anti-affinity. */
        void clearAffinity() {
            podAffinity = false;
            podAntiAffinity = false;
        }

        void readSpread(JsonScanner json, StringPool strings) throws IOException {
            spreadKeys.clear();
            if (!json.enterArray()) {
                return;
            }
            while (json.nextElement()) {
                if (spreadKeys.size() == MOST) {
                    json.surplus(MOST);
                } else if (json.enterObject()) {
                    readSpreadConstraint(json, strings);
                }
            }
        }

        private void readSpreadConstraint(JsonScanner json, StringPool strings) throws IOException {
            var key = "";
            var otherwise = FORBIDS;
            for (int field = json.nextField(SPREAD); field != JsonScanner.END; field = json.nextField(SPREAD)) {
                switch (field) {
                    case 0 -> key = json.readText(strings);
                    case 1 -> otherwise = json.readText(strings);
                }
            }
            if (otherwise.equals(FORBIDS) && !key.isEmpty() && !spreadKeys.contains(key)) {
                spreadKeys.add(key);
            }
        }

        void readAffinity(JsonScanner json) throws IOException {
            podAffinity = hasRequiredTerms(json);
        }

        void readAntiAffinity(JsonScanner json) throws IOException {
            podAntiAffinity = hasRequiredTerms(json);
        }

        /** Returns whether there are any required terms. */
        private static boolean hasRequiredTerms(JsonScanner json) throws IOException {
            boolean any = false;
            if (json.enterObject()) {
                while (json.nextField(REQUIRED) != JsonScanner.END) {
                    any = false;
                    if (json.enterArray()) {
                        while (json.nextElement()) {
                            any = true;
                            json.skipValue();
                        }
                    }
                }
            }
            return any;
        }

        /** @param volumes whether it claims storage */
        UnevaluatedPodConstraints toConstraints(boolean volumes) {
            if (spreadKeys.isEmpty() && !podAffinity && !podAntiAffinity && !volumes) {
                return UnevaluatedPodConstraints.NONE;
            }
            return new UnevaluatedPodConstraints(spreadKeys, podAffinity, podAntiAffinity, volumes);
        }
    }
}
