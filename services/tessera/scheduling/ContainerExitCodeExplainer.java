package tessera.scheduling;

/** Explains the exit codes of containers. */
final class ContainerExitCodeExplainer {

    private static final int SIGNALS = 128;
    private static final int LAST_SIGNAL = 64;

    private ContainerExitCodeExplainer() {}

    /** Returns the meaning of an exit code as a clause that follows other text. */
    static String exitCodeText(int code) {
        return switch (code) {
            case 0 -> "its program comes to its end without an error, and is started again (restartPolicy)";
            case 126 -> "its command is there and may not be run (exit code 126)";
            case 127 -> "its image has not the command, or one that its script calls (exit code 127)";
            case 134 -> "its program gave up by itself (exit code 134, SIGABRT), as native code does on an error";
            case 137 -> "it was killed (exit code 137, SIGKILL): by a process of the node or its own that was short of "
                    + "memory, or as it did not end in time when it was asked to";
            case 139 ->
                "its program touched memory that is not its own (exit code 139, SIGSEGV), nearly always a fault "
                        + "of native code or a library that does not fit";
            case 143 -> "it was asked to end and did (exit code 143, SIGTERM): by a liveness probe, or something in it";
            case 255 -> "its program ended with an error, or its node was started again meanwhile "
                    + "(exit code 255)";
            default -> code > SIGNALS && code <= SIGNALS + LAST_SIGNAL
                    ? "it was ended by the signal %d (exit code %d)".formatted(code - SIGNALS, code)
                    : "its program ended with an error (exit code %d)".formatted(code);
        };
    }
}
