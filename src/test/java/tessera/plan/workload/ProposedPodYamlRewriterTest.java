package tessera.plan.workload;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is proposed in the place of what is settled once it is made. */
class ProposedPodYamlRewriterTest {

    @Test
    void whatIsMadeAnewKeepsWhatItsUserSaidAndNothingThatWasWrittenSince() {
        var anew = ProposedPodYamlRewriter.copyForRecreation("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: train
                  namespace: ml
                  uid: u-1
                  labels: {app: train, job-name: train}
                  annotations:
                    k8s.v1.cni.cncf.io/networks: rdma
                    kubectl.kubernetes.io/last-applied-configuration: "{}"
                    batch.kubernetes.io/job-tracking: ""
                  ownerReferences: [{kind: Job, name: train}]
                spec:
                  nodeName: gpu-01
                  volumes: [{name: data}, {name: kube-api-access-x7}]
                  containers:
                  - name: main
                    volumeMounts: [{name: data}, {name: kube-api-access-x7}]
                status: {phase: Pending}
                """);

        assertThat(anew).contains("name: train-2", "namespace: ml", "app: train", "k8s.v1.cni.cncf.io/networks: rdma",
                "name: data").doesNotContain("uid", "job-name", "last-applied", "job-tracking", "ownerReferences",
                        "nodeName", "kube-api-access", "status");
    }
}
