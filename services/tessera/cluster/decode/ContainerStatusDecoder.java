package tessera.cluster.decode;

import java.io.IOException;
import tessera.cluster.decode.ContainerSpecDecoder.ResourceRequirementsDecoder;

/** A kubelet's status of one container while it is being read. Used again and again. */
final class ContainerStatusDecoder implements RefillableJsonPartDecoder {

    private static final JsonFieldNameTable STATUS = JsonFieldNameTable.of("name", "ready", "started", "restartCount",
            "state", "resources", "allocatedResources", "lastState");
    private static final JsonFieldNameTable STATES = JsonFieldNameTable.of("waiting", "running", "terminated");
    private static final JsonFieldNameTable LAST = JsonFieldNameTable.of("terminated");
    private static final JsonFieldNameTable ENDED = JsonFieldNameTable.of("reason", "exitCode", "message");
    private static final JsonFieldNameTable DETAILS = JsonFieldNameTable.of("reason", "message", "exitCode", "signal",
            "finishedAt");

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
    /** When it ended, as it is written; empty where it did not. */
    String finished = "";
    /** Why it ended the time before; empty where it did not. */
    String lastReason = "";
    int lastExitCode;
    /** What it, or its runtime, left to be read of that. */
    String lastMessage = "";
    final ResourceRequirementsDecoder resources = new ResourceRequirementsDecoder();
    final ResourceAmountAccumulator allocated = new ResourceAmountAccumulator();

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
        for (int field = json.nextField(STATUS); field != JsonScanner.END; field = json.nextField(STATUS)) {
            switch (field) {
                case 0 -> name = json.readText(strings);
                case 1 -> ready = json.readFlag();
                case 2 -> started = json.readFlag();
                case 3 -> restarts = Math.max(0, json.readNumber());
                case 4 -> readState(json, strings);
                case 5 -> resources.read(json, strings);
                case 6 -> allocated.read(json, strings);
                case 7 -> readLastState(json, strings);
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
        finished = "";
    }

    private void readState(JsonScanner json, StringPool strings) throws IOException {
        clearState();
        if (!json.enterObject()) {
            return;
        }
        for (int field = json.nextField(STATES); field != JsonScanner.END; field = json.nextField(STATES)) {
            if (json.enterObject()) {
                waiting |= field == 0;
                running |= field == 1;
                terminated |= field == 2;
                readDetails(json, strings);
            }
        }
    }

    private void readLastState(JsonScanner json, StringPool strings) throws IOException {
        if (!json.enterObject()) {
            return;
        }
        for (int field = json.nextField(LAST); field != JsonScanner.END; field = json.nextField(LAST)) {
            if (json.enterObject()) {
                readTerminated(json, strings);
            }
        }
    }

    private void readTerminated(JsonScanner json, StringPool strings) throws IOException {
        for (int field = json.nextField(ENDED); field != JsonScanner.END; field = json.nextField(ENDED)) {
            switch (field) {
                case 0 -> lastReason = json.readText(strings);
                case 1 -> lastExitCode = json.readNumber();
                case 2 -> lastMessage = json.readText(strings);
            }
        }
    }

    private void readDetails(JsonScanner json, StringPool strings) throws IOException {
        for (int field = json.nextField(DETAILS); field != JsonScanner.END; field = json.nextField(DETAILS)) {
            switch (field) {
                case 0 -> reason = json.readText(strings);
                case 1 -> message = json.readText(strings);
                case 2 -> exitCode = json.readNumber();
                case 3 -> signal = json.readNumber();
                case 4 -> finished = json.readText();
            }
        }
    }

    boolean isWaitingFor(String why) {
        return waiting && reason.equals(why);
    }

    /** Returns the end of the container in one word, as kubectl prints it. */
    String endReason() {
        if (!reason.isEmpty()) {
            return reason;
        }
        return signal != 0 ? "Signal:" + signal : "ExitCode:" + exitCode;
    }
}
