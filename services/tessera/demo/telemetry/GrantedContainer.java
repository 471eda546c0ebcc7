package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.command.CommandDemand;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.store.StoreJson;
import tessera.demo.telemetry.TelemetrySample.ClaimedSample;

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
record GrantedContainer(String key, String namespace, String pod, String container, String came,
        @Nullable Instant since,
        SequencedMap<String, Integer> wants, List<ClaimedSample> claimed, Rhythm rhythm) {

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    /**
     * What its program does when.
     *
     * @param fed   how much of its work gets done, 0 to 1: less than all where it lacks processors or memory
     * @param own   its own luck
     * @param crowd that of all pods that do the same thing together
     */
    record Rhythm(ProgramHabit habit, double fed, SeededNoise own, SeededNoise crowd) {}

    /** The containers of a pod that hold devices; none if it has ended. */
    static List<GrantedContainer> of(JsonNode pod, WorkloadProfiles cast, AllocatedClaims claims) {
        var holders = new ArrayList<GrantedContainer>();
        if (ENDED.contains(StoreJson.text(pod, "status", "phase"))) {
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
                    || limit.getKey().equals(BoardInventory.GAUDI)) {
                wants.put(limit.getKey(), limit.getValue().asInt());
            }
        });
        return wants;
    }

    /** A container as one that holds devices, whether or not it does. */
    static GrantedContainer of(JsonNode pod, JsonNode container, WorkloadProfiles cast) {
        var metadata = pod.path("metadata");
        var name = StoreJson.text(container, "name");
        var key = StoreJson.text(metadata, "uid") + "/" + name;
        var place = StoreJson.text(metadata, "namespace") + "/";
        var app = StoreJson.text(metadata, "labels", "app");
        var crowd = app.isEmpty() ? StoreJson.text(metadata, "name") : app;
        return new GrantedContainer(key, StoreJson.text(metadata, "namespace"), StoreJson.text(metadata, "name"), name,
                StoreJson.text(metadata, "creationTimestamp"), since(pod, name), wants(container), List.of(),
                new Rhythm(cast.habit(pod, container), CommandDemand.of(container).fed(container),
                        noise(cast.mint(), place + StoreJson.text(metadata, "name")),
                        noise(cast.mint(), place + crowd)));
    }

    private GrantedContainer with(List<ClaimedSample> given) {
        return new GrantedContainer(key, namespace, pod, container, came, since, wants, given, rhythm);
    }

    private static SeededNoise noise(SeededRandom mint, String what) {
        return SeededNoise.of(mint, "load/" + what);
    }

    private static @Nullable Instant since(JsonNode pod, String container) {
        for (var status : pod.path("status").path("containerStatuses")) {
            var started = StoreJson.text(status, "state", "running", "startedAt");
            if (StoreJson.text(status, "name").equals(container) && !started.isEmpty()) {
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
    ProgramActivity at(long second, int luck) {
        if (since == null || !ran(second)) {
            return ProgramActivity.NONE;
        }
        var own = new SeededNoise(rhythm.own().seed() + luck);
        return rhythm.habit().at(new ProgramMoment(second, second - since.getEpochSecond(), own, rhythm.crowd()))
                .scaled(rhythm.fed(), 1);
    }
}
