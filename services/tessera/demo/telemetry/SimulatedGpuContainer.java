package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.command.SimulatedCommandCpuAndMemory;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.telemetry.SimulatedDeviceSample.ClaimedDraDevice;
import tessera.demo.telemetry.SimulatedGpuProgramKind.SimulatedGpuProgramActivity;
import tessera.demo.telemetry.SimulatedGpuProgramKind.SimulatedProgramSampleTime;

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
record SimulatedGpuContainer(String key, String namespace, String pod, String container, String createdText,
        @Nullable Instant since, SequencedMap<String, Integer> requests, List<ClaimedDraDevice> claimed,
        ActivityPattern rhythm) {

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    /**
     * The course of a program's activity over time.
     *
     * @param fed   how much of its work gets done, 0 to 1: less than all where it lacks processors or memory
     * @param noise   its own luck
     * @param crowd that of all pods that do the same thing together
     */
    record ActivityPattern(SimulatedGpuProgramKind habit, double fed, SimulatedSeededNoise noise,
            SimulatedSeededNoise crowd) {}

    /** Returns the containers of a pod that hold devices; none if it has ended. */
    static List<SimulatedGpuContainer> readHolders(JsonNode pod, SimulatedBehaviorProfiles profiles,
            SimulatedClaimAllocations claims) {
        var holders = new ArrayList<SimulatedGpuContainer>();
        if (ENDED.contains(pod.path("status").path("phase").asText(""))) {
            return holders;
        }
        for (var container : pod.path("spec").path("containers")) {
            var claimed = claims.devicesOf(pod, container);
            if (!requestsOf(container).isEmpty() || !claimed.isEmpty()) {
                holders.add(forContainer(pod, container, profiles).withClaimed(claimed));
            }
        }
        return holders;
    }

    static SequencedMap<String, Integer> requestsOf(JsonNode container) {
        var wants = new LinkedHashMap<String, Integer>();
        container.path("resources").path("limits").properties().forEach(limit -> {
            if (limit.getKey().startsWith("nvidia.com/") || limit.getKey().equals("amd.com/gpu")
                    || limit.getKey().equals(SimulatedNodeGpus.GAUDI)) {
                wants.put(limit.getKey(), limit.getValue().asInt());
            }
        });
        return wants;
    }

    /** Returns a container as a holder of devices, whether or not it is one. */
    static SimulatedGpuContainer forContainer(JsonNode pod, JsonNode container, SimulatedBehaviorProfiles profiles) {
        var metadata = pod.path("metadata");
        var name = container.path("name").asText("");
        var key = metadata.path("uid").asText("") + "/" + name;
        var place = metadata.path("namespace").asText("") + "/";
        var app = metadata.path("labels").path("app").asText("");
        var crowd = app.isEmpty() ? metadata.path("name").asText("") : app;
        return new SimulatedGpuContainer(key, metadata.path("namespace").asText(""), metadata.path("name").asText(""),
                name, metadata.path("creationTimestamp").asText(""), startOf(pod, name), requestsOf(container),
                List.of(),
                new ActivityPattern(profiles.habitOf(pod, container),
                        SimulatedCommandCpuAndMemory.of(container).workFraction(container),
                        noiseOf(profiles.mint(), place + metadata.path("name").asText("")),
                        noiseOf(profiles.mint(), place + crowd)));
    }

    private SimulatedGpuContainer withClaimed(List<ClaimedDraDevice> given) {
        return new SimulatedGpuContainer(key, namespace, pod, container, createdText, since, requests, given, rhythm);
    }

    private static SimulatedSeededNoise noiseOf(SeededRandom random, String subject) {
        return SimulatedSeededNoise.of(random, "load/" + subject);
    }

    private static @Nullable Instant startOf(JsonNode pod, String container) {
        for (var status : pod.path("status").path("containerStatuses")) {
            var started = status.path("state").path("running").path("startedAt").asText("");
            if (status.path("name").asText("").equals(container) && !started.isEmpty()) {
                return Instant.parse(started);
            }
        }
        return null;
    }

    boolean hasStarted(long second) {
        return since != null && second >= since.getEpochSecond();
    }

    /** @param luck what tells apart the devices of one holder */
    SimulatedGpuProgramActivity activityAt(long second, int luck) {
        if (since == null || !hasStarted(second)) {
            return SimulatedGpuProgramActivity.NONE;
        }
        var noise = new SimulatedSeededNoise(rhythm.noise().seed() + luck);
        var moment = new SimulatedProgramSampleTime(second, second - since.getEpochSecond(), noise, rhythm.crowd());
        return rhythm.habit().activityAt(moment).scaledBy(rhythm.fed(), 1);
    }

    /** The devices that containers were given by ResourceClaims. A pod that has a node has its claims allocated. */
    record SimulatedClaimAllocations(SimulatedApiStorage objects) {

        private static final String DRIVER = "gpu.nvidia.com";

        /** Returns the claimed GPUs of a container; none for one that names no claim. */
        List<ClaimedDraDevice> devicesOf(JsonNode pod, JsonNode container) {
            var given = new ArrayList<ClaimedDraDevice>();
            for (var wanted : container.path("resources").path("claims")) {
                addDevices(given, pod, wanted.path("name").asText(""), wanted.path("request").asText(""));
            }
            return given;
        }

        private void addDevices(List<ClaimedDraDevice> given, JsonNode pod, String called, String request) {
            var namespace = SimulatedMetadata.namespaceOf(pod);
            var name = claimName(pod, called);
            var claim = objects.find(objects.catalog().get("resourceclaims.resource.k8s.io"), namespace, name);
            if (claim == null) {
                return;
            }
            for (var result : claim.path("status").path("allocation").path("devices").path("results")) {
                if (result.path("driver").asText("").equals(DRIVER)
                        && (request.isEmpty() || result.path("request").asText("").equals(request))) {
                    given.add(new ClaimedDraDevice(namespace, name, DRIVER, result.path("pool").asText(""),
                            result.path("device").asText("")));
                }
            }
        }

        private static String claimName(JsonNode pod, String called) {
            return Stream.of(pod.path("status").path("resourceClaimStatuses"), pod.path("spec").path("resourceClaims"))
                    .flatMap(JsonNode::valueStream).filter(claim -> claim.path("name").asText("").equals(called))
                    .map(claim -> claim.path("resourceClaimName").asText("")).findFirst().orElse("");
        }
    }
}
