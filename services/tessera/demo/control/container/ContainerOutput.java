package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a container says by itself: what its command tells it to, or else what its kind usually does. */
final class ContainerOutput implements ProgramConsole {

    private static final int LONGEST = 100;
    /** Some programs never end. */
    private static final int MOST = 64 << 10;

    private final ProgramPauses pauses = new ProgramPauses();
    private final StringBuilder text = new StringBuilder();
    /** Whether it was told to do something that a real shell could do and this one cannot. */
    private boolean stumbled;

    private ContainerOutput() {}

    static LogVoice of(ContainerScene scene) {
        var words = words(scene);
        var spoken = new ContainerOutput();
        var programs = new ContainerPrograms(scene, spoken, new ContainerDisk());
        if (words.isEmpty() || programs.named(words.getFirst()).isEmpty()) {
            return LogVoice.of(scene.container(), scene.node());
        }
        try {
            programs.run(words, programs.files().home());
        } catch (OutputLimitException said) {
            return LogVoice.saying(spoken.text.toString().lines().limit(LONGEST).toList());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return spoken.stumbled ? LogVoice.of(scene.container(), scene.node())
                : LogVoice.saying(spoken.text.toString().lines().limit(LONGEST).toList());
    }

    private static List<String> words(ContainerScene scene) {
        var words = new ArrayList<String>();
        scene.container().path("command").forEach(word -> words.add(word.asText()));
        scene.container().path("args").forEach(word -> words.add(word.asText()));
        return words;
    }

    @Override
    public void out(String more) throws IOException {
        text.append(more);
        if (text.length() > MOST) {
            throw new OutputLimitException();
        }
    }

    @Override
    public void raw(byte[] bytes) throws IOException {
        out(new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public InputStream in() {
        return InputStream.nullInputStream();
    }

    @Override
    public String size() {
        return "";
    }

    @Override
    public ProgramPauses pauses() {
        return pauses;
    }

    @Override
    public void err(String more) {
        stumbled |= more.startsWith("sh: ") || more.startsWith("bash: ");
        text.append(more);
    }

    @Override
    public void pause(Duration time) {
        // A log tells what was written, not how long it took.
    }

    /** More was said than anybody reads. */
    private static final class OutputLimitException extends IOException {

        @Serial
        private static final long serialVersionUID = 1;
    }
}
