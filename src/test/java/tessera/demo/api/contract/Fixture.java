package tessera.demo.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recordings of one folder in the order they are replayed, and what must happen between them. It is written down in
 * {@code fixture.json}: a list of steps, each with one of
 *
 * <ul>
 *   <li>{@code replay}: name of a recording; {@code ignore}: JSON pointers of what is not compared, {@code length} for how
 *       the length is told; {@code unordered}: JSON pointers of lists whose order means nothing; {@code revalidate}: the
 *       entity tag of the request is taken from an answer of this server; {@code body} is sent instead of what was
 *       recorded, {@code filler} is how many bytes of data it holds
 *   <li>{@code load}: objects that are there from then on, as recorded; {@code from} takes them from a recording
 *   <li>{@code send}: a request whose answer is not compared, but must succeed; {@code agent} says whose it is
 *   <li>{@code version}: the counter of versions goes on from there
 *   <li>{@code clock}: what time it is, once all that follows from the steps so far has happened; recordings set it
 *       themselves
 *   <li>{@code compact}: the past is forgotten
 *   <li>{@code busy}: the next request is turned away for so many seconds
 * </ul>
 */
final class Fixture {

    private final String folder;
    private final ContractServer server;

    Fixture(String folder, ContractServer server) {
        this.folder = folder;
        this.server = server;
    }

    /**
     * One replay.
     *
     * @param step   what the fixture says of it
     * @param before what must happen before it
     */
    record Replay(Recording recording, JsonNode step, List<JsonNode> before) {

        /** What is not compared. */
        List<String> ignored() {
            return texts("ignore");
        }

        /** Lists that are compared as sets. */
        List<String> unordered() {
            return texts("unordered");
        }

        private List<String> texts(String name) {
            var texts = new ArrayList<String>();
            step.path(name).forEach(text -> texts.add(text.asText()));
            return texts;
        }

        @Override
        public String toString() {
            return recording.title();
        }
    }

    static Stream<Replay> replays(String folder) {
        var replays = new ArrayList<Replay>();
        var before = new ArrayList<JsonNode>();
        for (var step : Recording.tree(folder + "/fixture.json").path("steps")) {
            if (step.has("replay")) {
                var recording = Recording.read(folder, step.path("replay").asText());
                replays.add(new Replay(recording, step, List.copyOf(before)));
                before.clear();
            } else {
                before.add(step);
            }
        }
        return replays.stream();
    }

    void prepare(Replay replay) throws IOException, InterruptedException {
        for (var step : replay.before()) {
            take(step);
        }
        server.server().awaitIdle();
        replay.recording().date().ifPresent(server.clock()::set);
    }

    /** The request of a replay, as it is sent. */
    JsonNode request(Replay replay) throws IOException {
        var step = replay.step();
        var request = (ObjectNode) replay.recording().request().deepCopy();
        if (step.path("revalidate").asBoolean()) {
            revalidate(request);
        }
        if (step.has("body")) {
            request.set("body", step.path("body"));
        }
        if (step.has("filler")) {
            var body = request.putObject("body");
            body.putObject("metadata").put("name", "big");
            body.putObject("data").put("x", "x".repeat(step.path("filler").asInt()));
            request.withObject("headers").put("Content-Type", "application/json");
        }
        return request;
    }

    private void revalidate(ObjectNode request) throws IOException {
        var headers = (ObjectNode) request.path("headers");
        headers.remove("If-None-Match");
        headers.put("If-None-Match", server.send(request).header("Etag").getFirst());
    }

    private void take(JsonNode step) throws IOException, InterruptedException {
        if (step.has("version")) {
            server.advance(step.path("version").asLong());
        }
        if (step.has("clock")) {
            server.server().awaitIdle();
            server.clock().set(Instant.parse(step.path("clock").asText()));
        }
        if (step.has("compact")) {
            server.server().storedObjects().store().compactHistory();
        }
        if (step.has("busy")) {
            SimulatedHttpServerFaults.of(server.server().httpServer()).addFault(".*",
                    SimulatedHttpServerFault.tooManyRequests(Duration.ofSeconds(step.path("busy").asInt())), 1);
        }
        step.path("load").forEach(server::load);
        if (step.has("from")) {
            loadFrom(step.path("from").asText());
        }
        if (step.has("send")) {
            var answer = server.send(step.path("send"));
            assertThat(answer.code()).as(step + " " + answer.body()).isLessThan(400);
        }
    }

    /** The object, or the items of the list, that a recording was answered with. */
    private void loadFrom(String name) {
        var body = Recording.tree(name.contains("/") ? name + ".json" : folder + "/" + name + ".json").path("response")
                .path("body");
        if (!body.has("items")) {
            server.load(body);
            return;
        }
        for (var item : body.path("items")) {
            var object = (ObjectNode) item.deepCopy();
            object.put("kind", body.path("kind").asText().replaceFirst("List$", ""));
            object.put("apiVersion", body.path("apiVersion").asText());
            server.load(object);
        }
    }
}
