package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tessera.model.DeviceConstraint;
import tessera.model.DeviceRequest;
import tessera.model.DeviceSubRequest;
import tessera.model.Toleration;

/** The device requests of a claim while they are being read. Used again and again. */
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
    private final UnchangedPart<List<DeviceRequest>> repeated = new UnchangedPart<>(List.of());

    /** The fields of one subrequest. */
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

        private DeviceSubRequest toSubRequest(String called) {
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
        if (!json.enterObject()) {
            return;
        }
        for (int field = json.nextField(DEVICES); field != JsonScanner.END; field = json.nextField(DEVICES)) {
            if (field == 0) {
                requests = repeated.read(json, this::requests);
            } else {
                constraints = shared.internValue(ScannedLists.readObjects(json, this::readConstraint));
            }
        }
    }

    private List<DeviceRequest> requests(JsonScanner json) throws IOException {
        return shared.internValue(ScannedLists.readObjects(json, this::readRequest));
    }

    private DeviceRequest readRequest(JsonScanner json) throws IOException {
        var option = readOption(json);
        var name = option.name;
        if (!option.alternatives.isEmpty()) {
            return new DeviceRequest(name,
                    option.alternatives.stream().map(each -> each.toSubRequest(name + "/" + each.name)).toList());
        }
        var exact = option.exactly.isEmpty() ? option : option.exactly.getFirst();
        return shared.internValue(new DeviceRequest(name, List.of(exact.toSubRequest(name))));
    }

    private Option readOption(JsonScanner json) throws IOException {
        var option = new Option();
        for (int field = json.nextField(REQUEST); field != JsonScanner.END; field = json.nextField(REQUEST)) {
            switch (field) {
                case 0 -> option.deviceClass = json.readText(strings);
                case 1 -> option.all = json.readText(strings).equals("All");
                case 2 -> option.count = json.readNumber();
                case 3 -> option.admin = json.readFlag();
                case 4 -> option.selectors = readSelectors(json, strings);
                case 5 -> option.tolerations = ScannedLists.readObjects(json, this::readToleration);
                case 6 -> option.capacity = readCapacity(json);
                case 7 -> option.name = json.readText(strings);
                case 8 -> {
                    if (json.enterObject()) {
                        option.exactly.add(readOption(json));
                    }
                }
                default -> option.alternatives.addAll(ScannedLists.readObjects(json, this::readOption));
            }
        }
        return option;
    }

    /** Reads the CEL expressions of selectors, which classes have, too. */
    static List<String> readSelectors(JsonScanner json, StringPool strings) throws IOException {
        return ScannedLists.readObjects(json, selector -> {
            var text = "";
            while (selector.nextField(SELECTOR) != JsonScanner.END) {
                if (selector.enterObject()) {
                    while (selector.nextField(CEL) != JsonScanner.END) {
                        text = selector.readText(strings);
                    }
                }
            }
            return text;
        });
    }

    private Map<String, String> readCapacity(JsonScanner json) throws IOException {
        Map<String, String> amounts = Map.of();
        if (!json.enterObject()) {
            return amounts;
        }
        while (json.nextField(CAPACITY) != JsonScanner.END) {
            amounts = ScannedLists.readMap(json, strings, scanner -> scanner.readText(strings));
        }
        return amounts;
    }

    private Toleration readToleration(JsonScanner json) throws IOException {
        var texts = new String[] {"", "", "", ""};
        for (int field = json.nextField(TOLERATION); field != JsonScanner.END; field = json.nextField(TOLERATION)) {
            texts[field] = json.readText(strings);
        }
        return new Toleration(texts[0], texts[1], texts[2], texts[3], null);
    }

    private DeviceConstraint readConstraint(JsonScanner json) throws IOException {
        List<String> about = List.of();
        var match = "";
        var distinct = "";
        for (int field = json.nextField(CONSTRAINT); field != JsonScanner.END; field = json.nextField(CONSTRAINT)) {
            switch (field) {
                case 0 -> about = ScannedLists.readTexts(json, strings);
                case 1 -> match = json.readText(strings);
                default -> distinct = json.readText(strings);
            }
        }
        return new DeviceConstraint(about, match, distinct);
    }
}
