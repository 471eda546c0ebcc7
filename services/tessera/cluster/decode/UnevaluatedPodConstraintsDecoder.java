package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tessera.model.UnevaluatedPodConstraints;

/** Other constraints of a pod while it is being read: their presence only, not the pods or volumes they name. */
final class UnevaluatedPodConstraintsDecoder {

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
        return spreadKeys.isEmpty() && !podAffinity && !podAntiAffinity && !volumes ? UnevaluatedPodConstraints.NONE
                : new UnevaluatedPodConstraints(spreadKeys, podAffinity, podAntiAffinity, volumes);
    }
}
