package tessera.plan.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.lint.ManifestLinter;
import tessera.lint.manifest.Manifest;
import tessera.lint.source.ValueTrees;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.model.reading.FleetReadings;
import tessera.plan.context.KindSupply;
import tessera.plan.context.ManifestContext;
import tessera.plan.context.ManifestLookups.KnownKind;
import tessera.plan.context.ManifestLookups.LookupQuota;
import tessera.plan.context.PlanSurvey;
import tessera.plan.context.SurveyLookups;
import tessera.plan.intent.LaunchIntent;
import tessera.plan.intent.LaunchIntent.LaunchedObject;
import tessera.plan.model.ChangePlan;
import tessera.quota.KueueQueues;
import tessera.scheduling.LaunchChecks;
import tessera.scheduling.ObjectSource;
import tessera.scheduling.spec.ManifestPods;

/** Plans what is to run: reads what must be known, then asks a pure planner. Safe for use by several threads. */
public final class LaunchPlans {

    private static final JsonMapper JSON = new JsonMapper();

    private final SurveyLookups lookups;
    private final ObjectSource objects;
    private final Supplier<Snapshot> snapshot;
    private final AcceleratorCatalog accelerators;
    private final LaunchChecks launches;

    /** @param launches how pods would fare on nodes */
    public LaunchPlans(SurveyLookups lookups, ObjectSource objects, Supplier<Snapshot> snapshot,
            AcceleratorCatalog accelerators,
            LaunchChecks launches) {
        this.lookups = lookups;
        this.objects = objects;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
        this.launches = launches;
    }

    /** Works out a plan; waits for the server. */
    public ChangePlan plan(LaunchIntent intent) throws Failure, InterruptedException {
        return switch (intent) {
            case LaunchIntent.Launch launch -> LaunchPlanner.plan(launch, survey(launch));
            case LaunchIntent.Withdraw withdraw -> WithdrawPlanner.plan(withdraw, survey(withdraw));
        };
    }

    private WithdrawSurvey survey(LaunchIntent.Withdraw withdraw) throws Failure, InterruptedException {
        var manifests = lookups.manifests();
        var kinds = new LinkedHashMap<String, Optional<KnownKind>>();
        var objects = new HashMap<LaunchedObject, JsonNode>();
        var unread = new HashMap<LaunchedObject, Problem>();
        for (var object : withdraw.objects()) {
            var known = manifests.kind(object.apiVersion(), object.kind());
            kinds.put(object.apiVersion() + "/" + object.kind(), known);
            if (known.isPresent() && known.get().namespaced()) {
                try {
                    var text = manifests.text(new ObjectRef(object.apiVersion(), object.kind(), known.get().plural(),
                            withdraw.namespace(), object.name()));
                    if (text.isPresent()) {
                        objects.put(object, JSON.readTree(text.get()));
                    }
                } catch (Failure failure) {
                    unread.put(object, failure.problem());
                } catch (JsonProcessingException damaged) {
                    unread.put(object, Problem.of(ProblemKind.UNEXPECTED, "The server's answer could not be read")
                            .withDetail(String.valueOf(damaged.getMessage())));
                }
            }
        }
        return new WithdrawSurvey(
                new PlanSurvey(snapshot.get(), accelerators, List.of(), Map.of(), Map.of(), List.of(), List.of(),
                        Optional.empty(), Optional.empty()),
                kinds, objects, unread);
    }

    private LaunchSurvey survey(LaunchIntent.Launch launch) throws Failure, InterruptedException {
        var manifests = lookups.manifests();
        var manifest = Manifest.read(launch.manifest());
        var kinds = new HashMap<String, Optional<KnownKind>>();
        var served = new HashMap<String, List<String>>();
        var quotas = new HashMap<String, List<LookupQuota>>();
        var gaps = new ArrayList<String>();
        for (var object : manifest.objects()) {
            var known = manifests.kind(object.apiVersion(), object.kind());
            kinds.put(object.apiVersion() + "/" + object.kind(), known);
            served.put(object.apiVersion() + "/" + object.kind(),
                    KindSupply.versions(manifests, object.apiVersion(), object.kind()));
            var namespace = object.namespace().isEmpty() ? launch.namespace() : object.namespace();
            if (!object.templates().isEmpty() && !quotas.containsKey(namespace)) {
                try {
                    quotas.put(namespace, manifests.quotas(namespace));
                } catch (Failure failure) {
                    quotas.put(namespace, List.of());
                    gaps.add("What quotas leave is not known: " + failure.problem().sentence());
                }
            }
        }
        var now = snapshot.get();
        var findings = new ManifestLinter(accelerators).check(manifest,
                Optional.of(new ManifestContext(lookups).read(now, served,
                        List.of(manifest), launch.namespace())));
        return new LaunchSurvey(manifest, kinds, quotas, findings, fits(launch, now, gaps),
                existing(launch, manifest, kinds, gaps),
                queues(launch, manifest, gaps), gaps);
    }

    /** Those that may not be read the server speaks of when it is asked to make them. */
    private List<ObjectRef> existing(LaunchIntent.Launch launch, Manifest manifest,
            Map<String, Optional<KnownKind>> kinds, List<String> gaps) throws InterruptedException {
        var existing = new ArrayList<ObjectRef>();
        for (var object : manifest.objects()) {
            var kind = kinds.getOrDefault(object.apiVersion() + "/" + object.kind(), Optional.empty());
            if (kind.isPresent() && !object.name().isEmpty()) {
                var reference = LaunchPlanner.reference(launch, object, kind.get());
                try {
                    lookups.manifests().labels(reference).ifPresent(_ -> existing.add(reference));
                } catch (Failure failure) {
                    if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                        gaps.add("Whether %s is there already is not known: %s".formatted(object.words(),
                                failure.problem().sentence()));
                    }
                }
            }
        }
        return existing;
    }

    private Optional<KueueQueues> queues(LaunchIntent.Launch launch, Manifest manifest, List<String> gaps)
            throws InterruptedException {
        var namespaces = manifest.objects().stream().filter(object -> !LaunchRoom.queue(object).isEmpty())
                .map(object -> object.namespace().isEmpty() ? launch.namespace() : object.namespace())
                .distinct().toList();
        try {
            return namespaces.isEmpty() ? Optional.empty() : Optional.of(KueueQueues.read(objects, namespaces));
        } catch (Failure failure) {
            gaps.add("What queues have left is not known: " + failure.problem().sentence());
            return Optional.empty();
        }
    }

    private List<tessera.scheduling.LaunchOutcome> fits(LaunchIntent.Launch launch, Snapshot now, List<String> gaps)
            throws InterruptedException {
        try {
            var fleet = new GpuFleet.FleetReader(accelerators).read(now, FleetReadings.nothing());
            var brought = launches.told(ManifestPods.of(ValueTrees.of(launch.manifest()), launch.namespace()));
            gaps.addAll(brought.gaps());
            return launches.judged(fleet, brought);
        } catch (Failure failure) {
            gaps.add("Whether nodes take its pods now is not known: " + failure.problem().sentence());
            return List.of();
        }
    }
}
