package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.cluster.helm.HelmLibraryClient.HelmCommandInput;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.step.HelmOperation;
import tessera.plan.step.PlanStepDryRunResult;
import tessera.plan.step.PlanStepOutcome;
import tessera.plan.step.RunningStepControl;
import tessera.text.MessageCatalog;

/**
 * Runner of the Helm steps of a plan. In read-only mode Helm is not started; were it started all the same, the gate would
 * refuse what it sends, as Helm has no other way to the cluster.
 */
public final class HelmStepExecutor {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmStepExecutor.class);

    /** A little more than Helm's own where it has one, so that it is Helm who says that its time is over. */
    private static final Duration PATIENCE = Duration.ofSeconds(HelmWorker.PATIENCE + 15);
    private static final Problem READ_ONLY = Problem.of(OperationProblemKind.READ_ONLY,
            new HelmReason.HelmBlockedByReadOnlyMode());

    private final ApiTransportSupplier transportSupplier;
    private final Supplier<SessionAccessMode> mode;
    private final HelmReleaseAndChartReader releases;
    private final HelmHookProgressReader progress;
    private final UnfinishedHelmOperationReader remains;
    private final Duration timeout;
    private final HelmLibraryClient helm = new HelmLibraryClient();

    public HelmStepExecutor(ApiTransportSupplier transportSupplier, Supplier<SessionAccessMode> mode,
            HelmReleaseAndChartReader releases) {
        this(transportSupplier, mode, releases, PATIENCE);
    }

    /** @param timeout how long Helm may wait for one hook */
    HelmStepExecutor(ApiTransportSupplier transportSupplier, Supplier<SessionAccessMode> mode,
            HelmReleaseAndChartReader releases, Duration timeout) {
        this.timeout = timeout;
        this.transportSupplier = transportSupplier;
        this.mode = mode;
        this.releases = releases;
        progress = new HelmHookProgressReader(transportSupplier);
        remains = new UnfinishedHelmOperationReader(transportSupplier, releases);
    }

    /**
     * The objects of a release before and after a piece of work.
     *
     * @param before  its objects as they are
     * @param after   its objects as they would be
     * @param hooks   what is made on the way; what is left of it from before Helm removes first
     * @param replacedCrds definitions of kinds that come with another chart: hooks of it may well bring them before all else
     * @param dryRun   both for people; what Secrets hold is hidden
     */
    public record HelmDryRunResult(List<ObjectNode> before, List<ObjectNode> after, List<ObjectNode> hooks,
            List<ObjectNode> replacedCrds, PlanStepDryRunResult dryRun) {

        public HelmDryRunResult {
            before = List.copyOf(before);
            after = List.copyOf(after);
            hooks = List.copyOf(hooks);
            replacedCrds = List.copyOf(replacedCrds);
        }
    }

    /** Returns the objects of the release now and after the work. */
    public HelmDryRunResult rehearse(HelmOperation operation) throws ProblemException, InterruptedException {
        var before = releases.readRelease(operation.release(), Optional.empty()).map(now -> now.manifest()).orElse("");
        var after = releases.renderManifest(operation);
        var hooks = HelmManifestConverter.parseManifest(releases.readHooks(operation)).stream().filter(hook -> operation
                .hookPhase().runsHook(hook.at("/metadata/annotations").path(HelmOperation.HOOK).asText(""))).toList();
        return new HelmDryRunResult(HelmManifestConverter.parseManifest(before),
                HelmManifestConverter.parseManifest(after), hooks,
                HelmManifestConverter.parseManifest(releases.replacedCrds(operation)),
                new PlanStepDryRunResult(HelmManifestConverter.sortedManifest(before),
                        HelmManifestConverter.sortedManifest(after + HelmManifestConverter.keptObjects(before, after)),
                        List.of()));
    }

    /** Runs the work once. What Helm began and did not end is told as not known. */
    public PlanStepOutcome execute(HelmOperation operation, RunningStepControl stepListener)
            throws InterruptedException {
        if (mode.get() == SessionAccessMode.READ_ONLY) {
            return new PlanStepOutcome.StepFailureOutcome(READ_ONLY);
        }
        try {
            int newest = releases.newestRevision(operation.release());
            if (newest != operation.planned()) {
                return new PlanStepOutcome.StepFailureOutcome(
                        Problem.of(OperationProblemKind.CONFLICT, new HelmReason.ReleaseRevisionConflict(
                                operation.release().toString(), newest, operation.planned())));
            }
            stepListener.onWaiting(MESSAGES.text("running"));
            return runHelm(operation, stepListener);
        } catch (ProblemException problemException) {
            return new PlanStepOutcome.StepFailureOutcome(problemException.problem());
        }
    }

    private PlanStepOutcome runHelm(HelmOperation operation, RunningStepControl stepListener)
            throws InterruptedException, ProblemException {
        var hooks = new HelmHookTracker(transportSupplier);
        try {
            return releases.withFiles(operation, helmCommandInput -> {
                try (var proxy = HelmApiProxy.open(transportSupplier,
                        operation instanceof HelmOperation.HelmRollback back && back.rewritesAll(), hooks)) {
                    HelmCommandRun.start(() -> runThrough(proxy, operation, helmCommandInput), timeout).waitFor(hooks,
                            progress, stepListener);
                    return new PlanStepOutcome.StepSuccessOutcome("");
                } catch (IOException e) {
                    throw new ProblemException(
                            Problem.of(OperationProblemKind.UNEXPECTED, new HelmReason.HelmProxyFailed())
                                    .withDetail(String.valueOf(e.getMessage())),
                            e);
                }
            });
        } catch (ProblemException problemException) {
            if (hasBegun(operation)) {
                return new PlanStepOutcome.StepUnknownOutcome(
                        problemException.problem().withRemedy(remains.remedyText(operation)));
            }
            return new PlanStepOutcome.StepFailureOutcome(problemException.problem());
        }
    }

    private void runThrough(HelmApiProxy proxy, HelmOperation operation, HelmCommandInput helmCommandInput)
            throws ProblemException, InterruptedException {
        var kubeconfig = proxy.kubeconfig(helmCommandInput.release().namespace());
        try {
            switch (operation) {
                case HelmOperation.HelmInstall _ -> helm.install(helmCommandInput, kubeconfig);
                case HelmOperation.HelmUninstall(var release, var _, var _) -> helm.uninstall(release, kubeconfig);
                case HelmOperation.HelmUpgrade _,HelmOperation.HelmValuesUpgrade _,HelmOperation.HelmRollback _ ->
                    helm.upgrade(helmCommandInput, kubeconfig);
            }
        } catch (ProblemException problemException) {
            throw proxy.firstRefusal().map(problem -> new ProblemException(problem, problemException))
                    .orElse(problemException);
        }
    }

    /** Returns what is left of an unfinished piece of work and how to go on; each a sentence without a full stop. */
    public List<String> remainsOf(HelmOperation operation) throws InterruptedException {
        return remains.remainsOf(operation);
    }

    /** Returns whether Helm recorded that it began. Where that cannot be seen, it may have. */
    private boolean hasBegun(HelmOperation operation) throws InterruptedException {
        try {
            var now = releases.readRelease(operation.release(), Optional.empty());
            int newest = now.map(object -> object.revision()).orElse(0);
            return newest != operation.planned() || now.filter(object -> object.isPending()).isPresent();
        } catch (ProblemException _) {
            return true;
        }
    }

    /** Reader of the state of an unfinished release change: its status, the hooks still there, and how to go on. */
    private record UnfinishedHelmOperationReader(ApiTransportSupplier transportSupplier,
            HelmReleaseAndChartReader releases) {

        /** Returns the remains of a piece of work, each a sentence without a full stop. */
        List<String> remainsOf(HelmOperation operation) throws InterruptedException {
            var texts = new ArrayList<String>();
            var release = operation.release();
            try {
                var now = releases.readRelease(release, Optional.empty());
                if (now.isEmpty()) {
                    return List.of(MESSAGES.text("remains.none", release));
                }
                texts.add(MESSAGES.text("remains.revision", now.get().revision(), release, now.get().status()));
                for (var hook : HelmManifestConverter.parseManifest(
                        HelmTempDirectory.hookYaml(releases.releaseRecord(release, now.get().revision())))) {
                    remainingHookText(hook, release.namespace()).ifPresent(texts::add);
                }
                texts.add(remedyText(operation));
            } catch (ProblemException problemException) {
                texts.add(MESSAGES.text("remains.unknown", release, problemException.problem().headline()));
            }
            return texts;
        }

        /** Returns how to go on, as a sentence without a full stop. */
        String remedyText(HelmOperation operation) throws InterruptedException {
            var release = operation.release();
            return switch (operation) {
                case HelmOperation.HelmInstall _ ->
                    MESSAGES.text("remedy.install", release.name(), release.namespace());
                case HelmOperation.HelmUninstall _ ->
                    MESSAGES.text("remedy.uninstall", release.name(), release.namespace());
                case HelmOperation.HelmUpgrade _,HelmOperation.HelmValuesUpgrade _,HelmOperation.HelmRollback _ -> {
                    yield MESSAGES.text("remedy.rollback", lastGoodRevision(operation), release.name(),
                            release.namespace());
                }
            };
        }

        /** Returns the newest revision that did not fail, or the planned one where that cannot be read. */
        private int lastGoodRevision(HelmOperation operation) throws InterruptedException {
            try {
                return releases.readRelease(operation.release(), Optional.empty())
                        .flatMap(HelmReleaseRevision::lastGoodRevision).orElse(operation.planned());
            } catch (ProblemException _) {
                return operation.planned();
            }
        }

        /** Returns a text for a hook Job or pod that still exists; empty for all else, where nothing can be under way. */
        private Optional<String> remainingHookText(ObjectNode hook, String elsewhere)
                throws ProblemException, InterruptedException {
            var kind = hook.path("kind").asText();
            if (!kind.equals("Job") && !kind.equals("Pod")) {
                return Optional.empty();
            }
            var object = new ObjectRef(hook.path("apiVersion").asText(), kind, ObjectRef.usualResource(kind),
                    hook.at("/metadata/namespace").asText(elsewhere), hook.at("/metadata/name").asText());
            try {
                var now = new ApiObjectReader(transportSupplier).readJson(ApiPathBuilder.objectPath(object),
                        MESSAGES.text("read.hook"));
                return Optional.of(MESSAGES.text("remains.hook", kind, object.namespace() + "/" + object.name(),
                        hasEnded(now),
                        "%s %s -n %s".formatted(kind.toLowerCase(Locale.ROOT), object.name(), object.namespace())));
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                    return Optional.empty();
                }
                throw problemException;
            }
        }

        private static boolean hasEnded(JsonNode hook) {
            var phase = hook.at("/status/phase").asText();
            return phase.equals("Succeeded") || phase.equals("Failed")
                    || hook.at("/status/conditions").valueStream()
                            .anyMatch(element -> element.path("status").asText().equals("True")
                                    && (element.path("type").asText().equals("Complete")
                                            || element.path("type").asText().equals("Failed")));
        }
    }
}
