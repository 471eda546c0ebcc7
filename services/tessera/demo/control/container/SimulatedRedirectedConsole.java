package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * A console whose output is redirected.
 *
 * @param discardsOutput       whether output is dropped
 * @param discardsErrors whether errors are dropped
 * @param outputToErrors      whether output goes where errors do
 * @param errorsToOutput       whether errors go where output does
 */
record SimulatedRedirectedConsole(SimulatedProgramInputOutput console, boolean discardsOutput, boolean discardsErrors,
        boolean outputToErrors,
        boolean errorsToOutput)
        implements
            SimulatedProgramInputOutput {

    /** @param ways as they stand in a command, e.g. {@code 2>&1} */
    static SimulatedRedirectedConsole of(SimulatedProgramInputOutput console, List<String> ways) {
        return new SimulatedRedirectedConsole(console, ways.contains(">/dev/null") || ways.contains("&>/dev/null"),
                ways.contains("2>/dev/null") || ways.contains("&>/dev/null"),
                ways.contains(">&2") || ways.contains("1>&2"), ways.contains("2>&1"));
    }

    @Override
    public void printOutput(String text) throws IOException {
        if (outputToErrors) {
            console.printError(text);
        } else if (!discardsOutput) {
            console.printOutput(text);
        }
    }

    @Override
    public void printError(String text) throws IOException {
        if (errorsToOutput) {
            printOutput(text);
        } else if (!discardsErrors) {
            console.printError(text);
        }
    }

    @Override
    public void writeBytes(byte[] bytes) throws IOException {
        if (outputToErrors) {
            console.printError(new String(bytes, StandardCharsets.UTF_8));
        } else if (!discardsOutput) {
            console.writeBytes(bytes);
        }
    }

    @Override
    public InputStream input() {
        return console.input();
    }

    @Override
    public String terminalSize() {
        return console.terminalSize();
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
        console.pause(time);
    }

    @Override
    public SimulatedProgramPauses pauses() {
        return console.pauses();
    }
}
