package tessera.demo.signal;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.command.Demand;
import tessera.demo.fleet.plan.Mint;
import tessera.demo.signal.Reading.Claimed;
import tessera.demo.store.Json;

/**
 * A container that was given devices.
 *
 * @param key     tells it from all others
 * @param came    when its pod was made; who came first chooses first
 * @param since   when the container started; null while it does not run
 * @param wants   how many of which resource, those of GPUs only
 * @param claimed what it was given by claims
 * @param rhythm  what it does
 */
record Holder(String key, String namespace, String pod, String container, String came, @Nullable Instant since,
        SequencedMap<String, Integer> wants, List<Claimed> claimed, Rhythm rhythm) {

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    /**
     * What its program does when.
     *
     * @param fed   how much of its work gets done, 0 to 1: less than all where it lacks processors or memory
     * @param own   its own luck
     * @param crowd that of all pods that do the same thing together
     */
    record Rhythm(Habit habit, double fed, Noise own, Noise crowd) {}

    /** The containers of a pod that hold devices; none if it has ended. */
    static List<Holder> of(JsonNode pod, Cast cast, Claims claims) {
        var holders = new ArrayList<Holder>();
        if (ENDED.contains(Json.text(pod, "status", "phase"))) {
            return holders;
        }
        for (var container : pod.path("spec").path("containers")) {
            var claimed = claims.of(pod, container);
            if (!wants(container).isEmpty() || !claimed.isEmpty()) {
                holders.add(of(pod, container, cast).with(claimed));
            }
        }
        return holders;
    }

    static SequencedMap<String, Integer> wants(JsonNode container) {
        var wants = new LinkedHashMap<String, Integer>();
        container.path("resources").path("limits").properties().forEach(limit -> {
            if (limit.getKey().startsWith("nvidia.com/") || limit.getKey().equals("amd.com/gpu")
                    || limit.getKey().equals(Inventory.GAUDI)) {
                wants.put(limit.getKey(), limit.getValue().asInt());
            }
        });
        return wants;
    }

    /** A container as one that holds devices, whether or not it does. */
    static Holder of(JsonNode pod, JsonNode container, Cast cast) {
        var metadata = pod.path("metadata");
        var name = Json.text(container, "name");
        var key = Json.text(metadata, "uid") + "/" + name;
        var place = Json.text(metadata, "namespace") + "/";
        var app = Json.text(metadata, "labels", "app");
        var crowd = app.isEmpty() ? Json.text(metadata, "name") : app;
        return new Holder(key, Json.text(metadata, "namespace"), Json.text(metadata, "name"), name,
                Json.text(metadata, "creationTimestamp"), since(pod, name), wants(container), List.of(),
                new Rhythm(cast.habit(pod, container), Demand.of(container).fed(container),
                        noise(cast.mint(), place + Json.text(metadata, "name")),
                        noise(cast.mint(), place + crowd)));
    }

    private Holder with(List<Claimed> given) {
        return new Holder(key, namespace, pod, container, came, since, wants, given, rhythm);
    }

    private static Noise noise(Mint mint, String what) {
        return Noise.of(mint, "load/" + what);
    }

    private static @Nullable Instant since(JsonNode pod, String container) {
        for (var status : pod.path("status").path("containerStatuses")) {
            var started = Json.text(status, "state", "running", "startedAt");
            if (Json.text(status, "name").equals(container) && !started.isEmpty()) {
                return Instant.parse(started);
            }
        }
        return null;
    }

    /** Whether it had started by a moment. */
    boolean ran(long second) {
        return since != null && second >= since.getEpochSecond();
    }

    /** @param luck what tells apart the devices of one holder */
    Activity at(long second, int luck) {
        if (since == null || !ran(second)) {
            return Activity.NONE;
        }
        var own = new Noise(rhythm.own().seed() + luck);
        return rhythm.habit().at(new Moment(second, second - since.getEpochSecond(), own, rhythm.crowd()))
                .scaled(rhythm.fed(), 1);
    }
}
