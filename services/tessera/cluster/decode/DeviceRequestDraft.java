package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tessera.model.DeviceConstraint;
import tessera.model.DeviceRequest;
import tessera.model.DeviceSubRequest;
import tessera.model.Toleration;

/** What a claim asks for, while it is being read. Used again and again. */
final class DeviceRequestDraft {

    private static final FieldTable DEVICES = FieldTable.of("requests", "constraints");
    private static final FieldTable REQUEST = FieldTable.of("deviceClassName", "allocationMode", "count", "adminAccess",
            "selectors", "tolerations", "capacity", "name", "exactly", "firstAvailable");
    private static final FieldTable CONSTRAINT = FieldTable.of("requests", "matchAttribute", "distinctAttribute");
    private static final FieldTable SELECTOR = FieldTable.of("cel");
    private static final FieldTable CEL = FieldTable.of("expression");
    private static final FieldTable TOLERATION = FieldTable.of("key", "operator", "value", "effect");
    private static final FieldTable CAPACITY = FieldTable.of("requests");

    private final InternPool shared;
    private final StringPool strings;
    private List<DeviceRequest> requests = List.of();
    private List<DeviceConstraint> constraints = List.of();
    private final RepeatedPart<List<DeviceRequest>> repeated = new RepeatedPart<>(List.of());

    /** The fields of one way to meet a request. */
    private static final class Option {
        private String name = "";
        private String deviceClass = "";
        private boolean all;
        private int count = 1;
        private boolean admin;
        private List<String> selectors = List.of();
        private List<Toleration> tolerations = List.of();
        private Map<String, String> capacity = Map.of();
        private final List<Option> exactly = new ArrayList<>(1);
        private final List<Option> alternatives = new ArrayList<>(0);

        private DeviceSubRequest named(String called) {
            return new DeviceSubRequest(called, deviceClass, selectors, all, count, admin, tolerations, capacity);
        }
    }

    DeviceRequestDraft(InternPool shared) {
        this.shared = shared;
        strings = shared.strings;
    }

    void clear() {
        requests = List.of();
        constraints = List.of();
    }

    List<DeviceRequest> requests() {
        return requests;
    }

    List<DeviceConstraint> constraints() {
        return constraints;
    }

    void read(JsonScanner json) throws IOException {
        clear();
        if (!json.object()) {
            return;
        }
        for (int field = json.field(DEVICES); field != JsonScanner.END; field = json.field(DEVICES)) {
            if (field == 0) {
                requests = repeated.read(json, this::requests);
            } else {
                constraints = shared.value(ScannedLists.objects(json, this::constraint));
            }
        }
    }

    private List<DeviceRequest> requests(JsonScanner json) throws IOException {
        return shared.value(ScannedLists.objects(json, this::request));
    }

    private DeviceRequest request(JsonScanner json) throws IOException {
        var option = option(json);
        var name = option.name;
        if (!option.alternatives.isEmpty()) {
            return new DeviceRequest(name,
                    option.alternatives.stream().map(each -> each.named(name + "/" + each.name)).toList());
        }
        var exact = option.exactly.isEmpty() ? option : option.exactly.getFirst();
        return shared.value(new DeviceRequest(name, List.of(exact.named(name))));
    }

    private Option option(JsonScanner json) throws IOException {
        var option = new Option();
        for (int field = json.field(REQUEST); field != JsonScanner.END; field = json.field(REQUEST)) {
            switch (field) {
                case 0 -> option.deviceClass = json.text(strings);
                case 1 -> option.all = json.text(strings).equals("All");
                case 2 -> option.count = json.number();
                case 3 -> option.admin = json.flag();
                case 4 -> option.selectors = selectors(json, strings);
                case 5 -> option.tolerations = ScannedLists.objects(json, this::toleration);
                case 6 -> option.capacity = capacity(json);
                case 7 -> option.name = json.text(strings);
                case 8 -> {
                    if (json.object()) {
                        option.exactly.add(option(json));
                    }
                }
                default -> option.alternatives.addAll(ScannedLists.objects(json, this::option));
            }
        }
        return option;
    }

    /** Expressions of selectors, as classes have them, too. */
    static List<String> selectors(JsonScanner json, StringPool strings) throws IOException {
        return ScannedLists.objects(json, selector -> {
            var text = "";
            while (selector.field(SELECTOR) != JsonScanner.END) {
                if (selector.object()) {
                    while (selector.field(CEL) != JsonScanner.END) {
                        text = selector.text(strings);
                    }
                }
            }
            return text;
        });
    }

    private Map<String, String> capacity(JsonScanner json) throws IOException {
        Map<String, String> amounts = Map.of();
        if (!json.object()) {
            return amounts;
        }
        while (json.field(CAPACITY) != JsonScanner.END) {
            amounts = ScannedLists.map(json, strings, each -> each.text(strings));
        }
        return amounts;
    }

    private Toleration toleration(JsonScanner json) throws IOException {
        var texts = new String[] {"", "", "", ""};
        for (int field = json.field(TOLERATION); field != JsonScanner.END; field = json.field(TOLERATION)) {
            texts[field] = json.text(strings);
        }
        return new Toleration(texts[0], texts[1], texts[2], texts[3], null);
    }

    private DeviceConstraint constraint(JsonScanner json) throws IOException {
        List<String> about = List.of();
        var match = "";
        var distinct = "";
        for (int field = json.field(CONSTRAINT); field != JsonScanner.END; field = json.field(CONSTRAINT)) {
            switch (field) {
                case 0 -> about = ScannedLists.texts(json, strings);
                case 1 -> match = json.text(strings);
                default -> distinct = json.text(strings);
            }
        }
        return new DeviceConstraint(about, match, distinct);
    }
}
