package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.Placing;
import tessera.model.Toleration;

/** Where a pod may go while it is being read. Used again and again; read of those alone that have no node yet. */
final class PlacingDraft {

    /** More tolerations than any pod has. */
    private static final int MOST = 500;
    private static final Fields AFFINITY = Fields.of("nodeAffinity");
    private static final Fields REQUIRED = Fields.of("requiredDuringSchedulingIgnoredDuringExecution");
    private static final Fields TERMS = Fields.of("nodeSelectorTerms");
    private static final Fields TOLERATION = Fields.of("key", "operator", "value", "effect", "tolerationSeconds");

    private final LabelDraft selector = new LabelDraft();
    private final List<Toleration> tolerations = new ArrayList<>(0);
    private boolean choosy;
    private boolean cut;
    /** Pods that wait are mostly alike. */
    private Optional<Placing> last = Optional.empty();

    void clear() {
        selector.clear();
        tolerations.clear();
        choosy = false;
        cut = false;
    }

    void selector(JsonScanner json, Strings strings) throws IOException {
        selector.read(json, strings);
    }

    void affinity(JsonScanner json) throws IOException {
        choosy = false;
        if (!json.object()) {
            return;
        }
        while (json.field(AFFINITY) != JsonScanner.END) {
            choosy = false;
            if (json.object()) {
                required(json);
            }
        }
    }

    private void required(JsonScanner json) throws IOException {
        while (json.field(REQUIRED) != JsonScanner.END) {
            choosy = json.object();
            if (choosy) {
                while (json.field(TERMS) != JsonScanner.END) {
                    json.skip();
                }
            }
        }
    }

    void tolerations(JsonScanner json, Strings strings) throws IOException {
        tolerations.clear();
        cut = false;
        if (!json.array()) {
            return;
        }
        while (json.element()) {
            if (tolerations.size() == MOST) {
                cut = true;
                json.skip();
            } else if (json.object()) {
                tolerations.add(toleration(json, strings));
            }
        }
    }

    private static Toleration toleration(JsonScanner json, Strings strings) throws IOException {
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

    /** Empty where not all of it was read. */
    Optional<Placing> placing(Shared shared) {
        if (cut) {
            return Optional.empty();
        }
        var placing = Optional.of(new Placing(shared.of(selector), choosy, tolerations));
        if (!placing.equals(last)) {
            last = placing;
        }
        return last;
    }
}
