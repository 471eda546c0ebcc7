package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tessera.model.UnresolvedConstraints;

/** What else binds a pod to places while it is being read: that it is so, and not whom it wants near or what it mounts. */
final class TiesDraft {

    /** More than any pod has. */
    private static final int MOST = 500;
    private static final FieldTable SPREAD = FieldTable.of("topologyKey", "whenUnsatisfiable");
    private static final FieldTable REQUIRED = FieldTable.of("requiredDuringSchedulingIgnoredDuringExecution");
    private static final String FORBIDS = "DoNotSchedule";

    private final List<String> spread = new ArrayList<>();
    private boolean near;
    private boolean apart;

    void clear() {
        spread.clear();
        alone();
    }

    /** Forgets whom it wants near. */
    void alone() {
        near = false;
        apart = false;
    }

    void spread(JsonScanner json, StringPool strings) throws IOException {
        spread.clear();
        if (!json.array()) {
            return;
        }
        while (json.element()) {
            if (spread.size() == MOST) {
                json.surplus(MOST);
            } else if (json.object()) {
                constraint(json, strings);
            }
        }
    }

    private void constraint(JsonScanner json, StringPool strings) throws IOException {
        var key = "";
        var otherwise = FORBIDS;
        for (int field = json.field(SPREAD); field != JsonScanner.END; field = json.field(SPREAD)) {
            switch (field) {
                case 0 -> key = json.text(strings);
                case 1 -> otherwise = json.text(strings);
            }
        }
        if (otherwise.equals(FORBIDS) && !key.isEmpty() && !spread.contains(key)) {
            spread.add(key);
        }
    }

    void near(JsonScanner json) throws IOException {
        near = required(json);
    }

    void apart(JsonScanner json) throws IOException {
        apart = required(json);
    }

    /** Whether there are any terms that are more than wishes. */
    private static boolean required(JsonScanner json) throws IOException {
        boolean any = false;
        if (json.object()) {
            while (json.field(REQUIRED) != JsonScanner.END) {
                any = false;
                if (json.array()) {
                    while (json.element()) {
                        any = true;
                        json.skip();
                    }
                }
            }
        }
        return any;
    }

    /** @param volumes whether it claims storage */
    UnresolvedConstraints ties(boolean volumes) {
        return spread.isEmpty() && !near && !apart && !volumes ? UnresolvedConstraints.NONE
                : new UnresolvedConstraints(spread, near, apart, volumes);
    }
}
