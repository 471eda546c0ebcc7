package tessera.cluster.decode;

import java.io.IOException;
import tessera.cluster.decode.ContainerDraft.ResourceDraft;

/** What a kubelet says of one container while it is being read. Used again and again. */
final class StateDraft implements ObjectDraft {

    private static final FieldTable STATUS = FieldTable.of("name", "ready", "started", "restartCount", "state",
            "resources",
            "allocatedResources", "lastState");
    private static final FieldTable STATES = FieldTable.of("waiting", "running", "terminated");
    private static final FieldTable LAST = FieldTable.of("terminated");
    private static final FieldTable ENDED = FieldTable.of("reason", "exitCode", "message");
    private static final FieldTable DETAILS = FieldTable.of("reason", "message", "exitCode", "signal");

    String name = "";
    boolean ready;
    boolean started;
    int restarts;
    boolean waiting;
    boolean running;
    boolean terminated;
    /** Why it waits or ended. */
    String reason = "";
    String message = "";
    int exitCode;
    int signal;
    /** Why it ended the time before; empty where it did not. */
    String lastReason = "";
    int lastExitCode;
    /** What it, or its runtime, left to be read of that. */
    String lastMessage = "";
    final ResourceDraft resources = new ResourceDraft();
    final ResourceAccumulator allocated = new ResourceAccumulator();

    /** Reads the status whose object was entered. */
    @Override
    public void read(JsonScanner json, StringPool strings) throws IOException {
        name = "";
        ready = false;
        started = false;
        restarts = 0;
        resources.clear();
        allocated.clear();
        lastReason = "";
        lastExitCode = 0;
        lastMessage = "";
        clearState();
        for (int field = json.field(STATUS); field != JsonScanner.END; field = json.field(STATUS)) {
            switch (field) {
                case 0 -> name = json.text(strings);
                case 1 -> ready = json.flag();
                case 2 -> started = json.flag();
                case 3 -> restarts = Math.max(0, json.number());
                case 4 -> state(json, strings);
                case 5 -> resources.read(json, strings);
                case 6 -> allocated.read(json, strings);
                case 7 -> last(json, strings);
            }
        }
    }

    private void clearState() {
        waiting = false;
        running = false;
        terminated = false;
        reason = "";
        message = "";
        exitCode = 0;
        signal = 0;
    }

    private void state(JsonScanner json, StringPool strings) throws IOException {
        clearState();
        if (!json.object()) {
            return;
        }
        for (int field = json.field(STATES); field != JsonScanner.END; field = json.field(STATES)) {
            if (json.object()) {
                waiting |= field == 0;
                running |= field == 1;
                terminated |= field == 2;
                details(json, strings);
            }
        }
    }

    private void last(JsonScanner json, StringPool strings) throws IOException {
        if (!json.object()) {
            return;
        }
        for (int field = json.field(LAST); field != JsonScanner.END; field = json.field(LAST)) {
            if (json.object()) {
                ended(json, strings);
            }
        }
    }

    private void ended(JsonScanner json, StringPool strings) throws IOException {
        for (int field = json.field(ENDED); field != JsonScanner.END; field = json.field(ENDED)) {
            switch (field) {
                case 0 -> lastReason = json.text(strings);
                case 1 -> lastExitCode = json.number();
                case 2 -> lastMessage = json.text(strings);
            }
        }
    }

    private void details(JsonScanner json, StringPool strings) throws IOException {
        for (int field = json.field(DETAILS); field != JsonScanner.END; field = json.field(DETAILS)) {
            switch (field) {
                case 0 -> reason = json.text(strings);
                case 1 -> message = json.text(strings);
                case 2 -> exitCode = json.number();
                case 3 -> signal = json.number();
            }
        }
    }

    boolean waitsFor(String why) {
        return waiting && reason.equals(why);
    }

    /** In one word how it ended, as kubectl says it. */
    String ending() {
        if (!reason.isEmpty()) {
            return reason;
        }
        return signal != 0 ? "Signal:" + signal : "ExitCode:" + exitCode;
    }
}
