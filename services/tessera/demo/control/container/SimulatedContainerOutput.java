package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The generated output of a container: that of its command, or else the usual lines of its kind. */
final class SimulatedContainerOutput implements SimulatedProgramInputOutput {

    private static final int LONGEST = 100;
    /** Some programs never end. */
    private static final int MOST = 64 << 10;

    private final SimulatedProgramPauses pauses = new SimulatedProgramPauses();
    private final StringBuilder text = new StringBuilder();
    /** Whether it was told to do something that a real shell could do and this one cannot. */
    private boolean stumbled;

    private SimulatedContainerOutput() {}

    static SimulatedLogProfile logProfileOf(SimulatedContainerContext environment) {
        var texts = commandWords(environment);
        var spoken = new SimulatedContainerOutput();
        var programs = new SimulatedContainerPrograms(environment, spoken, new SimulatedContainerFileLayer());
        if (texts.isEmpty() || programs.programName(texts.getFirst()).isEmpty()) {
            return SimulatedLogProfile.of(environment.container(), environment.node());
        }
        try {
            programs.run(texts, programs.files().home());
        } catch (OutputLimitException exception) {
            return SimulatedLogProfile.forLines(spoken.text.toString().lines().limit(LONGEST).toList());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (spoken.stumbled) {
            return SimulatedLogProfile.of(environment.container(), environment.node());
        }
        return SimulatedLogProfile.forLines(spoken.text.toString().lines().limit(LONGEST).toList());
    }

    private static List<String> commandWords(SimulatedContainerContext environment) {
        var texts = new ArrayList<String>();
        environment.container().path("command").forEach(word -> texts.add(word.asText()));
        environment.container().path("args").forEach(word -> texts.add(word.asText()));
        return texts;
    }

    @Override
    public void printOutput(String more) throws IOException {
        text.append(more);
        if (text.length() > MOST) {
            throw new OutputLimitException();
        }
    }

    @Override
    public void writeBytes(byte[] bytes) throws IOException {
        printOutput(new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public InputStream input() {
        return InputStream.nullInputStream();
    }

    @Override
    public String terminalSize() {
        return "";
    }

    @Override
    public SimulatedProgramPauses pauses() {
        return pauses;
    }

    @Override
    public void printError(String more) {
        stumbled |= more.startsWith("sh: ") || more.startsWith("bash: ");
        text.append(more);
    }

    @Override
    public void pause(Duration time) {
        // A log tells what was written, not how long it took.
    }

    /** Exception for output beyond the limit of a command. */
    private static final class OutputLimitException extends IOException {

        @Serial
        private static final long serialVersionUID = 1;
    }
}
