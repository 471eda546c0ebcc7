package tessera.cluster.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tessera.kube.scheduling.Toleration;
import tessera.model.ClaimDeviceRequest;
import tessera.model.DeviceConstraint;
import tessera.model.DeviceSubRequest;

/** The device requests of a claim while they are being read. Used again and again. */
final class DeviceRequestsDecoder {

    private static final JsonFieldNameTable DEVICES = JsonFieldNameTable.of("requests", "constraints");
    private static final JsonFieldNameTable REQUEST = JsonFieldNameTable.of("deviceClassName", "allocationMode",
            "count", "adminAccess", "selectors", "tolerations", "capacity", "name", "exactly", "firstAvailable");
    private static final JsonFieldNameTable CONSTRAINT = JsonFieldNameTable.of("requests", "matchAttribute",
            "distinctAttribute");
    private static final JsonFieldNameTable SELECTOR = JsonFieldNameTable.of("cel");
    private static final JsonFieldNameTable CEL = JsonFieldNameTable.of("expression");
    private static final JsonFieldNameTable TOLERATION = JsonFieldNameTable.of("key", "operator", "value", "effect");
    private static final JsonFieldNameTable CAPACITY = JsonFieldNameTable.of("requests");

    private final InternPool shared;
    private final StringPool strings;
    private List<ClaimDeviceRequest> requests = List.of();
    private List<DeviceConstraint> constraints = List.of();
    private final RepeatedJsonValueCache<List<ClaimDeviceRequest>> repeated = new RepeatedJsonValueCache<>(List.of());

    /** The fields of one subrequest. */
    private static final class SubrequestBuilder {
        private String name = "";
        private String deviceClass = "";
        private boolean all;
        private int count = 1;
        private boolean admin;
        private List<String> selectors = List.of();
        private List<Toleration> tolerations = List.of();
        private Map<String, String> capacity = Map.of();
        private final List<SubrequestBuilder> exactly = new ArrayList<>(1);
        private final List<SubrequestBuilder> alternatives = new ArrayList<>(0);

        private DeviceSubRequest toSubRequest(String called) {
            return new DeviceSubRequest(called, deviceClass, selectors, all, count, admin, tolerations, capacity);
        }
    }

    DeviceRequestsDecoder(InternPool shared) {
        this.shared = shared;
        strings = shared.strings;
    }

    void clear() {
        requests = List.of();
        constraints = List.of();
    }

    List<ClaimDeviceRequest> requests() {
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
                constraints = shared.internValue(BoundedJsonCollectionReader.readObjects(json, this::readConstraint));
            }
        }
    }

    private List<ClaimDeviceRequest> requests(JsonScanner json) throws IOException {
        return shared.internValue(BoundedJsonCollectionReader.readObjects(json, this::readRequest));
    }

    private ClaimDeviceRequest readRequest(JsonScanner json) throws IOException {
        var subrequestBuilder = readOption(json);
        var name = subrequestBuilder.name;
        if (!subrequestBuilder.alternatives.isEmpty()) {
            return new ClaimDeviceRequest(name, subrequestBuilder.alternatives.stream()
                    .map(each -> each.toSubRequest(name + "/" + each.name)).toList());
        }
        var exact = subrequestBuilder.exactly.isEmpty() ? subrequestBuilder : subrequestBuilder.exactly.getFirst();
        return shared.internValue(new ClaimDeviceRequest(name, List.of(exact.toSubRequest(name))));
    }

    private SubrequestBuilder readOption(JsonScanner json) throws IOException {
        var subrequestBuilder = new SubrequestBuilder();
        for (int field = json.nextField(REQUEST); field != JsonScanner.END; field = json.nextField(REQUEST)) {
            switch (field) {
                case 0 -> subrequestBuilder.deviceClass = json.readText(strings);
                case 1 -> subrequestBuilder.all = json.readText(strings).equals("All");
                case 2 -> subrequestBuilder.count = json.readNumber();
                case 3 -> subrequestBuilder.admin = json.readFlag();
                case 4 -> subrequestBuilder.selectors = readSelectors(json, strings);
                case 5 ->
                    subrequestBuilder.tolerations = BoundedJsonCollectionReader.readObjects(json, this::readToleration);
                case 6 -> subrequestBuilder.capacity = readCapacity(json);
                case 7 -> subrequestBuilder.name = json.readText(strings);
                case 8 -> {
                    if (json.enterObject()) {
                        subrequestBuilder.exactly.add(readOption(json));
                    }
                }
                default -> subrequestBuilder.alternatives
                        .addAll(BoundedJsonCollectionReader.readObjects(json, this::readOption));
            }
        }
        return subrequestBuilder;
    }

    /** Reads the CEL expressions of selectors, which classes have, too. */
    static List<String> readSelectors(JsonScanner json, StringPool strings) throws IOException {
        return BoundedJsonCollectionReader.readObjects(json, selector -> {
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
            amounts = BoundedJsonCollectionReader.readMap(json, strings, scanner -> scanner.readText(strings));
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
                case 0 -> about = BoundedJsonCollectionReader.readTexts(json, strings);
                case 1 -> match = json.readText(strings);
                default -> distinct = json.readText(strings);
            }
        }
        return new DeviceConstraint(about, match, distinct);
    }
}
