package tessera.plan.workload;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.intent.EditObjectIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;
import tessera.plan.step.PlanStep;

import static org.assertj.core.api.Assertions.assertThat;

/** Of an object that somebody edited, what they changed is sent and nothing else. */
class ObjectEditPlannerTest {

    private static final String BEFORE = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: serve
              namespace: team
              uid: u
              resourceVersion: "7"
              generation: 3
              annotations:
                note/a: one
            spec:
              replicas: 2
              template:
                spec:
                  containers:
                  - name: main
                    image: serve:1
            status:
              replicas: 2
            """;

    private static ChangePlan planned(EditObjectIntent intent) {
        return ObjectEditPlanner.plan(intent, MissingNode.getInstance());
    }

    private static ChangePlan plan(String before, String after) {
        return planned(new EditObjectIntent(WorkloadKind.DEPLOYMENT.objectRef("team", "serve"), before, after));
    }

    private static PlanStep.PatchObjectStep patch(ChangePlan plan) {
        assertThat(plan.refusals()).isEmpty();
        return (PlanStep.PatchObjectStep) plan.steps().getFirst().step();
    }

    @Test
    void onlyWhatDiffersIsSentForTheStateThatWasRead() {
        var edited = BEFORE.replace("replicas: 2\n  template", "replicas: 3\n  template").replace("note/a: one",
                "note/b: two");
        var plan = plan(BEFORE, edited);
        assertThat(patch(plan).body()).isEqualTo(
                "{\"metadata\":{\"annotations\":{\"note/a\":null,\"note/b\":\"two\"},\"resourceVersion\":\"7\"},\"spec\":{\"replicas\":3}}");
        assertThat(patch(plan).preconditions()).containsEntry("/spec/replicas", "2")
                .containsEntry("/metadata/annotations/note~1a", "\"one\"")
                .containsEntry("/metadata/annotations/note~1b", "null").hasSize(3);
        assertThat(plan.steps()).hasSize(1);
        var undo = (EditObjectIntent) plan.steps().getFirst().undo().orElseThrow();
        assertThat(undo.before()).isEqualTo(edited);
        assertThat(undo.after()).contains("note/a", "replicas: 2").doesNotContain("resourceVersion");
    }

    @Test
    void whatControllersKeepAccountOfIsNeitherTakenAwayNorWrittenBack() {
        var live = BEFORE.replace("    note/a: one", "    note/a: one\n    deployment.kubernetes.io/revision: \"3\"");
        var edited = BEFORE.replace("serve:1", "serve:2");
        var done = plan(live, edited);
        assertThat(patch(done).body()).contains("serve:2").doesNotContain("revision");
        var undo = (EditObjectIntent) done.steps().getFirst().undo().orElseThrow();
        assertThat(patch(planned(undo)).body()).contains("serve:1").doesNotContain("revision");
        assertThat(plan(live, live.replace("\"3\"", "\"1\"")).warningTexts())
                .contains(new ObjectEditWarning.AnnotationEditIgnored("deployment.kubernetes.io/revision").text());
    }

    @Test
    void whatOverwritesOthersIsTakenBackToWhatTheyHad() throws Exception {
        var edited = BEFORE.replace("replicas: 2\n  template", "replicas: 1\n  template").replace("note/a: one",
                "note/b: mine");
        var theirs = BEFORE.replace("replicas: 2\n  template", "replicas: 5\n  template").replace("    note/a: one",
                "    note/a: one\n    note/b: theirs");
        var plan = ObjectEditPlanner.plan(
                new EditObjectIntent(WorkloadKind.DEPLOYMENT.objectRef("team", "serve"), BEFORE, edited, true),
                new YAMLMapper().readTree(theirs));
        var undo = (EditObjectIntent) plan.steps().getFirst().undo().orElseThrow();
        assertThat(patch(planned(undo)).body()).isEqualTo(
                "{\"metadata\":{\"annotations\":{\"note/b\":\"theirs\",\"note/a\":\"one\"},\"resourceVersion\":\"7\"},\"spec\":{\"replicas\":5}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"  resourceVersion: \"7\"", "{\"metadata\": {\"resourceVersion\": \"7\"}}",
        "    resourceVersion: \"7\""})
    void whatWasTakenBackCanBeDoneAgainWhateverTheFileLooksLike(String form) {
        var object = new ObjectRef("v1", "ConfigMap", "configmaps", "team", "notes");
        var wide = form.startsWith("    ") ? "    " : "  ";
        var before = "apiVersion: v1\nkind: ConfigMap\ndata:\n%1$sresourceVersion: mine\n%1$ssize: %2$s\nmetadata:\n%1$sname: notes\n%1$snamespace: team\n%1$sresourceVersion: \"7\"\n";
        var edited = form.startsWith("{")
                ? "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"data\": {\"resourceVersion\": \"mine\", \"size\": \"two\"}, \"metadata\": {\"name\": \"notes\", \"namespace\": \"team\", \"resourceVersion\": \"7\"}}"
                : before.formatted(wide, "two");
        var done = planned(new EditObjectIntent(object, before.formatted("  ", "one"), edited));
        var undo = (EditObjectIntent) done.steps().getFirst().undo().orElseThrow();
        // The window reads the object anew, and finds it of another version.
        var undone = planned(
                new EditObjectIntent(object, before.formatted("  ", "two").replace("\"7\"", "\"8\""), undo.after()));
        assertThat(patch(undone).body()).contains("\"size\":\"one\"").doesNotContain("mine");
        var redo = (EditObjectIntent) planned(new EditObjectIntent(object, edited, undo.after())).steps().getFirst()
                .undo().orElseThrow();
        var again = planned(
                new EditObjectIntent(object, before.formatted("  ", "one").replace("\"7\"", "\"9\""), redo.after()));
        assertThat(patch(again).body()).contains("\"size\":\"two\"", "\"resourceVersion\":\"9\"")
                .doesNotContain("mine");
    }

    @Test
    void aFileOfAnOlderVersionIsAConflictUntilItIsTakenAnewOrNamesNoVersion() {
        var newer = BEFORE.replace("\"7\"", "\"9\"").replace("generation: 3", "generation: 4");
        var wanted = BEFORE.replaceFirst("replicas: 2", "replicas: 3");
        assertThat(plan(newer, wanted).steps()).isEmpty();
        assertThat(plan(newer, wanted).refusals()).singleElement().satisfies(problem -> {
            assertThat(problem.kind()).isEqualTo(OperationProblemKind.CONFLICT);
            assertThat(problem.headline()).endsWith(
                    "has changed since you loaded it, and your text differs from the current object in spec.replicas");
            assertThat(problem.detail()).isEqualTo("Cluster: version 9. Your text: version 7.");
            assertThat(problem.remedy()).contains("Reload the object", "omit metadata.resourceVersion",
                    "overwrite what others changed");
        });

        var unversioned = plan(newer, wanted.replace("  resourceVersion: \"7\"\n", ""));
        assertThat(patch(unversioned).body()).contains("\"replicas\":3", "\"resourceVersion\":\"9\"");

        var forced = new EditObjectIntent(WorkloadKind.DEPLOYMENT.objectRef("team", "serve"), newer, wanted,
                /* force= */ true);
        var undo = (EditObjectIntent) planned(forced).steps().getFirst().undo().orElseThrow();
        assertThat(planned(undo).refusals()).isEmpty();
        assertThat(patch(planned(undo)).body()).contains("\"replicas\":2");
    }

    @Test
    void aFileOfAnOlderVersionIsTakenWhereOnlyTheStatusChangedSince() {
        var newer = BEFORE.replace("\"7\"", "\"9\"").replace("status:\n  replicas: 2", "status:\n  replicas: 1");
        var wanted = BEFORE.replaceFirst("replicas: 2", "replicas: 3");
        assertThat(patch(plan(newer, wanted)).body()).contains("\"replicas\":3", "\"resourceVersion\":\"9\"");

        // What is no part of the spec is counted by no generation.
        assertThat(plan(newer, wanted.replace("note/a: one", "note/a: two")).refusals()).singleElement()
                .satisfies(problem -> assertThat(problem.headline())
                        .endsWith("differs from the current object in metadata.annotations.note/a"));
    }

    @ParameterizedTest
    @CsvSource({"'2026-01-02T00:00:00Z',true", "'2026-01-03T00:00:00Z',false"})
    void aFileThatTellsWhoWroteItsFieldsIsComparedByThat(String written, boolean taken) throws Exception {
        var managed = """
                  managedFields:
                  - manager: argocd
                    operation: Apply
                    time: '%s'
                    fieldsV1: {'f:metadata': {'f:annotations': {'f:note/a': {}}}}
                """;
        var live = new YAMLMapper().readTree("metadata:\n" + managed.formatted("2026-01-02T00:00:00Z"));
        var file = BEFORE.replace("note/a: one", "note/a: two").replace("metadata:\n",
                "metadata:\n" + managed.formatted(written));
        var plan = ObjectEditPlanner.plan(new EditObjectIntent(WorkloadKind.DEPLOYMENT.objectRef("team", "serve"),
                BEFORE.replace("\"7\"", "\"9\"").replace("generation: 3", "generation: 4"), file), live);
        assertThat(plan.refusals().isEmpty()).isEqualTo(taken);
        assertThat(plan.refusals()).allSatisfy(problem -> assertThat(problem.headline()).endsWith(
                "differs from the current object in metadata.annotations.note/a (set by argocd at 2026-01-02 00:00:00 UTC)"));
    }

    @Test
    void aListIsAnotherListAndNewPodsAreWaitedFor() {
        var plan = plan(BEFORE, BEFORE.replace("serve:1", "serve:2"));
        assertThat(patch(plan).body()).contains("\"containers\":[{\"name\":\"main\",\"image\":\"serve:2\"}]");
        assertThat(plan.warningTexts()).containsExactly(new ObjectEditWarning.TemplateEditReplacesPods().text());
        assertThat(plan.steps()).hasSize(2);
    }

    @Test
    void whatTheServerKeepsAccountOfIsLeftOut() {
        assertThat(plan(BEFORE, BEFORE.replace("generation: 3", "generation: 9").replace("\"7\"", "\"8\"")).steps())
                .isEmpty();
        var status = plan(BEFORE, BEFORE.replace("status:\n  replicas: 2", "status:\n  replicas: 9"));
        assertThat(status.steps()).isEmpty();
        assertThat(status.warningTexts()).singleElement().isEqualTo(new ObjectEditWarning.StatusEditIgnored().text());
        assertThat(plan(BEFORE, BEFORE.replace("  uid: u\n", "").replaceFirst("(?s)status:.*", "")).steps()).isEmpty();
    }

    @Test
    void whatAnAliasStandsForIsSentAndNotItsName() {
        assertThat(patch(plan(BEFORE, BEFORE.replace("note/a: one", "note/a: &same two\n    note/b: *same"))).body())
                .isEqualTo("{\"metadata\":{\"annotations\":{\"note/a\":\"two\",\"note/b\":\"two\"},"
                        + "\"resourceVersion\":\"7\"}}");
    }

    @Test
    void severalDocumentsAreNotTakenForOne() {
        assertThat(plan(BEFORE, BEFORE + "---\nkind: Pod\n").refusals()).singleElement()
                .satisfies(problem -> assertThat(problem.detail()).contains("2 documents"));
    }

    @Test
    void whatWasMadeAnewUnderItsNameIsAnotherObject() throws Exception {
        var anew = ObjectEditPlanner.plan(
                new EditObjectIntent(WorkloadKind.DEPLOYMENT.objectRef("team", "serve"), BEFORE,
                        BEFORE.replace("note/a: one", "note/a: two")),
                new YAMLMapper().readTree(BEFORE.replace("uid: u", "uid: v")));
        assertThat(anew.refusals()).singleElement().satisfies(
                problem -> assertThat(problem.headline()).endsWith("was deleted and recreated after it was read"));
        assertThat(plan(BEFORE, BEFORE.replace("uid: u", "uid: older")).refusals()).as("a file of one before it")
                .singleElement().satisfies(problem -> assertThat(problem.headline())
                        .endsWith("was deleted and recreated after it was read"));
    }

    @Test
    void anotherObjectAndWhatIsNoYamlAreRefused() {
        assertThat(plan(BEFORE, BEFORE.replace("name: serve\n", "name: other\n")).refusals()).singleElement().satisfies(
                problem -> assertThat(problem.headline()).isEqualTo("The name of an object cannot be changed"));
        assertThat(plan(BEFORE, "a: [").refusals()).singleElement().satisfies(problem -> assertThat(problem.headline())
                .isEqualTo(new ObjectEditRefusal.EditedTextMalformed().text()));
        assertThat(plan(BEFORE, "").refusals()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'annotations:'   | 'annotations:zz'  | 9
            'note/a: one'    | 'note/a: "one'    | 10
            'generation: 3'  | 'uid: u'          | 8
            """)
    void whatIsNoYamlIsToldByItsLine(String written, String instead, int line) {
        assertThat(plan(BEFORE, BEFORE.replace(written, instead)).refusals()).singleElement()
                .satisfies(problem -> assertThat(problem.detail()).startsWith("line %d: ".formatted(line)));
    }

    @Test
    void aFileThatLeavesAWholePartOutIsNoWishToDeleteIt() {
        var partial = BEFORE.substring(0, BEFORE.indexOf("spec:"));
        assertThat(plan(BEFORE, partial).refusals()).singleElement().satisfies(problem -> {
            assertThat(problem.headline()).isEqualTo("The section spec is missing");
            assertThat(problem.remedy()).contains("“spec: {}”");
        });
    }

    @Test
    void aRolloutThatCannotComeIsNotWaitedFor() {
        var other = BEFORE.replace("serve:1", "serve:2").replace("  replicas: 2\n  template",
                "  paused: true\n  template");
        assertThat(plan(BEFORE, other).steps()).hasSize(1);
        assertThat(plan(BEFORE, BEFORE.replace("serve:1", "serve:2")).steps()).hasSize(2);
    }

    @Test
    void whatASecretHoldsIsNotTouched() {
        var secret = """
                apiVersion: v1
                kind: Secret
                metadata: {name: key, namespace: team}
                data: {token: "(hidden, 9 bytes)"}
                """;
        var object = new ObjectRef("v1", "Secret", "secrets", "team", "key");
        assertThat(planned(new EditObjectIntent(object, secret, secret.replace("(hidden, 9 bytes)", "abc"))).refusals())
                .hasSize(1);
        var labelled = planned(new EditObjectIntent(object, secret,
                secret.replace("namespace: team", "namespace: team, labels: {a: b}")));
        assertThat(patch(labelled).body()).isEqualTo("{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
    }

    private static ChangePlan ofPod(String before, String after) {
        var pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: team}\nspec:\n  containers: [{name: main, image: one}]\n";
        return planned(new EditObjectIntent(ObjectRef.pod("team", "p"), pod + before, pod + after));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "schedulingGates: [{name: a}, {name: b}] | schedulingGates: [{name: a}] | SCHEDULING_GATE_REMOVED",
        "tolerations: [{key: a}] | tolerations: [{key: a}, {key: b}] | TOLERATION_ADDED",
        "priority: 0 | activeDeadlineSeconds: 9 | POD_DEADLINE",
        "nodeSelector: {a: b} | nodeSelector: {a: b, c: d} | POD_PLACEMENT"})
    void whatTheServerLetsNobodyTakeBackIsSaidBeforehandAndNotOffered(String before, String after,
            IrreversibleChange change) {
        var plan = ofPod("  " + before + "\n", "  " + after + "\n");
        assertThat(plan.warningTexts()).contains(new ObjectEditWarning.IrreversibleEdit(change).text());
        assertThat(plan.steps().getFirst().undo()).isEmpty();
    }

    @Test
    void howLongAPodPutsUpWithATaintCanBeTakenBack() {
        var plan = ofPod("  tolerations: [{key: a, tolerationSeconds: 5}]\n",
                "  tolerations: [{key: a, tolerationSeconds: 9}]\n");
        assertThat(plan.warningTexts()).isEmpty();
        assertThat(plan.steps().getFirst().undo()).isPresent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"PersistentVolumeClaim | spec: {storageClassName: fast} | CLAIM_STORAGE",
        "PersistentVolumeClaim | spec: {resources: {requests: {storage: 9Gi}}} | CLAIM_SIZE",
        "ConfigMap | immutable: true | IMMUTABLE_CONTENT"})
    void neitherIsTheStorageOfAClaimNorWhatBecameImmutable(String kind, String after, IrreversibleChange change) {
        var object = new ObjectRef("v1", kind, kind.toLowerCase(Locale.ROOT) + "s", "team", "it");
        var before = "apiVersion: v1\nkind: %s\nmetadata: {name: it, namespace: team}\n".formatted(kind);
        var plan = planned(new EditObjectIntent(object, before, before + after + "\n"));
        assertThat(plan.warningTexts()).contains(new ObjectEditWarning.IrreversibleEdit(change).text());
        assertThat(plan.steps().getFirst().undo()).isEmpty();
    }
}
