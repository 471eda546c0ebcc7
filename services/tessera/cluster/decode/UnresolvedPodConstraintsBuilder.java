package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tessera.model.UnevaluatedPodConstraints;

/** Other constraints of a pod while it is being read: their presence only, not the pods or volumes they name. */
final class UnresolvedPodConstraintsBuilder {

    /** More than any pod has. */
    private static final int MOST = 500;
    private static final JsonFieldNameTable SPREAD = JsonFieldNameTable.of("topologyKey", "whenUnsatisfiable");
    private static final JsonFieldNameTable REQUIRED = JsonFieldNameTable
            .of("requiredDuringSchedulingIgnoredDuringExecution");
    private static final String FORBIDS = "DoNotSchedule";

    private final List<String> spread = new ArrayList<>();
    private boolean near;
    private boolean apart;

    void clear() {
        spread.clear();
        clearAffinity();
    }

    /** Forgets pod affinity and anti-affinity. */
    void clearAffinity() {
        near = false;
        apart = false;
    }

    void readSpread(JsonScanner json, StringPool strings) throws IOException {
        spread.clear();
        if (!json.enterArray()) {
            return;
        }
        while (json.nextElement()) {
            if (spread.size() == MOST) {
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
        if (otherwise.equals(FORBIDS) && !key.isEmpty() && !spread.contains(key)) {
            spread.add(key);
        }
    }

    void readAffinity(JsonScanner json) throws IOException {
        near = hasRequiredTerms(json);
    }

    void readAntiAffinity(JsonScanner json) throws IOException {
        apart = hasRequiredTerms(json);
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
        return spread.isEmpty() && !near && !apart && !volumes ? UnevaluatedPodConstraints.NONE
                : new UnevaluatedPodConstraints(spread, near, apart, volumes);
    }
}
