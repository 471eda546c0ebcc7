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
 * @param createdText    when its pod was made; who came first chooses first
 * @param since   when the container started; null while it does not run
 * @param requests   how many of which resource, those of GPUs only
 * @param claimed what it was given by claims
 * @param rhythm  what it does
 */
record GrantedContainer(String key, String namespace, String pod, String container, String createdText,
        @Nullable Instant since,
        SequencedMap<String, Integer> requests, List<ClaimedSample> claimed, ProgramRhythm rhythm) {

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    /**
     * The course of a program's activity over time.
     *
     * @param fed   how much of its work gets done, 0 to 1: less than all where it lacks processors or memory
     * @param own   its own luck
     * @param crowd that of all pods that do the same thing together
     */
    record ProgramRhythm(ProgramHabit habit, double fed, SeededNoise own, SeededNoise crowd) {}

    /** Returns the containers of a pod that hold devices; none if it has ended. */
    static List<GrantedContainer> readHolders(JsonNode pod, WorkloadProfiles cast, AllocatedClaims claims) {
        var holders = new ArrayList<GrantedContainer>();
        if (ENDED.contains(StoreJson.textAt(pod, "status", "phase"))) {
            return holders;
        }
        for (var container : pod.path("spec").path("containers")) {
            var claimed = claims.devicesOf(pod, container);
            if (!requestsOf(container).isEmpty() || !claimed.isEmpty()) {
                holders.add(forContainer(pod, container, cast).withClaimed(claimed));
            }
        }
        return holders;
    }

    static SequencedMap<String, Integer> requestsOf(JsonNode container) {
        var wants = new LinkedHashMap<String, Integer>();
        container.path("resources").path("limits").properties().forEach(limit -> {
            if (limit.getKey().startsWith("nvidia.com/") || limit.getKey().equals("amd.com/gpu")
                    || limit.getKey().equals(SimulatedBoards.GAUDI)) {
                wants.put(limit.getKey(), limit.getValue().asInt());
            }
        });
        return wants;
    }

    /** Returns a container as a holder of devices, whether or not it is one. */
    static GrantedContainer forContainer(JsonNode pod, JsonNode container, WorkloadProfiles cast) {
        var metadata = pod.path("metadata");
        var name = StoreJson.textAt(container, "name");
        var key = StoreJson.textAt(metadata, "uid") + "/" + name;
        var place = StoreJson.textAt(metadata, "namespace") + "/";
        var app = StoreJson.textAt(metadata, "labels", "app");
        var crowd = app.isEmpty() ? StoreJson.textAt(metadata, "name") : app;
        return new GrantedContainer(key, StoreJson.textAt(metadata, "namespace"), StoreJson.textAt(metadata, "name"),
                name,
                StoreJson.textAt(metadata, "creationTimestamp"), startOf(pod, name), requestsOf(container), List.of(),
                new ProgramRhythm(cast.habitOf(pod, container), CommandDemand.of(container).workFraction(container),
                        noiseOf(cast.mint(), place + StoreJson.textAt(metadata, "name")),
                        noiseOf(cast.mint(), place + crowd)));
    }

    private GrantedContainer withClaimed(List<ClaimedSample> given) {
        return new GrantedContainer(key, namespace, pod, container, createdText, since, requests, given, rhythm);
    }

    private static SeededNoise noiseOf(SeededRandom mint, String subject) {
        return SeededNoise.of(mint, "load/" + subject);
    }

    private static @Nullable Instant startOf(JsonNode pod, String container) {
        for (var status : pod.path("status").path("containerStatuses")) {
            var started = StoreJson.textAt(status, "state", "running", "startedAt");
            if (StoreJson.textAt(status, "name").equals(container) && !started.isEmpty()) {
                return Instant.parse(started);
            }
        }
        return null;
    }

    /** Returns whether it had started by a second. */
    boolean hasStarted(long second) {
        return since != null && second >= since.getEpochSecond();
    }

    /** @param luck what tells apart the devices of one holder */
    ProgramActivity activityAt(long second, int luck) {
        if (since == null || !hasStarted(second)) {
            return ProgramActivity.NONE;
        }
        var own = new SeededNoise(rhythm.own().seed() + luck);
        return rhythm.habit()
                .activityAt(new ProgramMoment(second, second - since.getEpochSecond(), own, rhythm.crowd()))
                .scaledBy(rhythm.fed(), 1);
    }
}
