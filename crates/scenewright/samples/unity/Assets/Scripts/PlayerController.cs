using UnityEngine;

[RequireComponent(typeof(CharacterController))]
public class PlayerController : MonoBehaviour
{
    [SerializeField] private float speed = 3f;
    [SerializeField] private float turnSpeed = 120f;
    [SerializeField] private Transform lantern;

    private CharacterController body;

    private void Awake()
    {
        body = GetComponent<CharacterController>();
    }

    private void Update()
    {
        transform.Rotate(0f, Input.GetAxis("Horizontal") * turnSpeed * Time.deltaTime, 0f);
        body.SimpleMove(transform.forward * (Input.GetAxis("Vertical") * speed));

        if (lantern != null && Input.GetKeyDown(KeyCode.L))
        {
            lantern.gameObject.SetActive(!lantern.gameObject.activeSelf);
        }
    }
}
