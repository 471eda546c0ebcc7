package tessera.demo.control.container;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a container says by itself: what its command tells it to, or else what its kind usually does. */
final class Monologue implements Console {

    private static final int LONGEST = 100;

    private final StringBuilder text = new StringBuilder();
    /** Whether it was told to do something that a real shell could do and this one cannot. */
    private boolean stumbled;

    private Monologue() {}

    static Voice of(Scene scene) {
        var words = words(scene);
        var spoken = new Monologue();
        var programs = new Programs(scene, spoken);
        if (words.isEmpty() || programs.named(words.getFirst()).isEmpty()) {
            return Voice.of(scene.container());
        }
        try {
            programs.run(words, programs.files().home());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return spoken.stumbled ? Voice.of(scene.container())
                : Voice.saying(spoken.text.toString().lines().limit(LONGEST).toList());
    }

    private static List<String> words(Scene scene) {
        var words = new ArrayList<String>();
        scene.container().path("command").forEach(word -> words.add(word.asText()));
        scene.container().path("args").forEach(word -> words.add(word.asText()));
        return words;
    }

    @Override
    public void out(String more) {
        text.append(more);
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
}
