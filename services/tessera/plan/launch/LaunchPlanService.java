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
import tessera.scheduling.LaunchPredictor;
import tessera.scheduling.ObjectSource;
import tessera.scheduling.spec.ManifestPods;

/** Plans launches: reads the input, then calls a pure planner. Safe for use by several threads. */
public final class LaunchPlanService {

    private static final JsonMapper JSON = new JsonMapper();

    private final SurveyLookups lookups;
    private final ObjectSource objects;
    private final Supplier<Snapshot> snapshot;
    private final AcceleratorCatalog accelerators;
    private final LaunchPredictor launches;

    /** @param launches how pods would fare on nodes */
    public LaunchPlanService(SurveyLookups lookups, ObjectSource objects, Supplier<Snapshot> snapshot,
            AcceleratorCatalog accelerators,
            LaunchPredictor launches) {
        this.lookups = lookups;
        this.objects = objects;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
        this.launches = launches;
    }

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(LaunchIntent intent) throws Failure, InterruptedException {
        return switch (intent) {
            case LaunchIntent.Launch launch -> LaunchPlanner.plan(launch, readSurvey(launch));
            case LaunchIntent.Withdraw withdraw -> WithdrawPlanner.plan(withdraw, readSurvey(withdraw));
        };
    }

    private WithdrawSurvey readSurvey(LaunchIntent.Withdraw withdraw) throws Failure, InterruptedException {
        var manifests = lookups.manifests();
        var kinds = new LinkedHashMap<String, Optional<KnownKind>>();
        var objects = new HashMap<LaunchedObject, JsonNode>();
        var unread = new HashMap<LaunchedObject, Problem>();
        for (var object : withdraw.objects()) {
            var known = manifests.findKind(object.apiVersion(), object.kind());
            kinds.put(object.apiVersion() + "/" + object.kind(), known);
            if (known.isPresent() && known.get().namespaced()) {
                try {
                    var text = manifests
                            .readJson(new ObjectRef(object.apiVersion(), object.kind(), known.get().plural(),
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

    private LaunchSurvey readSurvey(LaunchIntent.Launch launch) throws Failure, InterruptedException {
        var manifests = lookups.manifests();
        var manifest = Manifest.read(launch.manifest());
        var kinds = new HashMap<String, Optional<KnownKind>>();
        var served = new HashMap<String, List<String>>();
        var quotas = new HashMap<String, List<LookupQuota>>();
        var gaps = new ArrayList<String>();
        for (var object : manifest.objects()) {
            var known = manifests.findKind(object.apiVersion(), object.kind());
            kinds.put(object.apiVersion() + "/" + object.kind(), known);
            served.put(object.apiVersion() + "/" + object.kind(),
                    KindSupply.servedVersions(manifests, object.apiVersion(), object.kind()));
            var namespace = object.namespace().isEmpty() ? launch.namespace() : object.namespace();
            if (!object.templates().isEmpty() && !quotas.containsKey(namespace)) {
                try {
                    quotas.put(namespace, manifests.listQuotas(namespace));
                } catch (Failure failure) {
                    quotas.put(namespace, List.of());
                    gaps.add("What quotas leave is not known: " + failure.problem().problemText());
                }
            }
        }
        var now = snapshot.get();
        var findings = new ManifestLinter(accelerators).check(manifest,
                Optional.of(new ManifestContext(lookups).read(now, served,
                        List.of(manifest), launch.namespace())));
        return new LaunchSurvey(manifest, kinds, quotas, findings, computeOutcomes(launch, now, gaps),
                findExisting(launch, manifest, kinds, gaps),
                readQueues(launch, manifest, gaps), gaps);
    }

    /** Returns the objects that exist already; those that cannot be read are left to the server. */
    private List<ObjectRef> findExisting(LaunchIntent.Launch launch, Manifest manifest,
            Map<String, Optional<KnownKind>> kinds, List<String> gaps) throws InterruptedException {
        var existing = new ArrayList<ObjectRef>();
        for (var object : manifest.objects()) {
            var kind = kinds.getOrDefault(object.apiVersion() + "/" + object.kind(), Optional.empty());
            if (kind.isPresent() && !object.name().isEmpty()) {
                var reference = LaunchPlanner.referenceTo(launch, object, kind.get());
                try {
                    lookups.manifests().readLabels(reference).ifPresent(_ -> existing.add(reference));
                } catch (Failure failure) {
                    if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                        gaps.add("Whether %s is there already is not known: %s".formatted(object.objectName(),
                                failure.problem().problemText()));
                    }
                }
            }
        }
        return existing;
    }

    private Optional<KueueQueues> readQueues(LaunchIntent.Launch launch, Manifest manifest, List<String> gaps)
            throws InterruptedException {
        var namespaces = manifest.objects().stream().filter(object -> !LaunchRoom.queueOf(object).isEmpty())
                .map(object -> object.namespace().isEmpty() ? launch.namespace() : object.namespace())
                .distinct().toList();
        try {
            return namespaces.isEmpty() ? Optional.empty() : Optional.of(KueueQueues.read(objects, namespaces));
        } catch (Failure failure) {
            gaps.add("What queues have left is not known: " + failure.problem().problemText());
            return Optional.empty();
        }
    }

    private List<tessera.scheduling.LaunchOutcome> computeOutcomes(LaunchIntent.Launch launch, Snapshot now,
            List<String> gaps)
            throws InterruptedException {
        try {
            var fleet = new GpuFleet.FleetReader(accelerators).read(now, FleetReadings.emptyReadings());
            var brought = launches.resolveRuntimes(
                    ManifestPods.readContents(ValueTrees.parseDocuments(launch.manifest()), launch.namespace()));
            gaps.addAll(brought.gaps());
            return launches.checkResolved(fleet, brought);
        } catch (Failure failure) {
            gaps.add("Whether nodes take its pods now is not known: " + failure.problem().problemText());
            return List.of();
        }
    }
}
