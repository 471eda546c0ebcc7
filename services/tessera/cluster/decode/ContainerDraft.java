package tessera.cluster.decode;

import java.io.IOException;

/** A container of a pod's specification while it is being read. Used again and again. */
final class ContainerDraft implements Draft {

    private static final Fields CONTAINER = Fields.of("name", "restartPolicy", "resources");
    private static final Fields POLICIES = Fields.of("Always");

    String name = "";
    /** Of an init container: whether it stays for the pod's whole life. */
    boolean stays;
    final ResourceDraft resources = new ResourceDraft();

    /** The {@code resources} of something, specified or observed. */
    static final class ResourceDraft {

        private static final Fields RESOURCES = Fields.of("requests", "limits");

        final Amounts requests = new Amounts();
        final Amounts limits = new Amounts();
        boolean present;

        void clear() {
            present = false;
            requests.clear();
            limits.clear();
        }

        void read(JsonScanner json, Strings strings) throws IOException {
            clear();
            if (!json.object()) {
                return;
            }
            present = true;
            for (int field = json.field(RESOURCES); field != JsonScanner.END; field = json.field(RESOURCES)) {
                switch (field) {
                    case 0 -> requests.read(json, strings);
                    case 1 -> limits.read(json, strings);
                }
            }
        }
    }

    /** Reads the container whose object was entered. */
    @Override
    public void read(JsonScanner json, Strings strings) throws IOException {
        name = "";
        stays = false;
        resources.clear();
        for (int field = json.field(CONTAINER); field != JsonScanner.END; field = json.field(CONTAINER)) {
            switch (field) {
                case 0 -> name = json.text(strings);
                case 1 -> stays = json.choice(POLICIES) == 0;
                case 2 -> resources.read(json, strings);
            }
        }
    }
}
